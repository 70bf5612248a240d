// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Signatures} from "../Signatures.sol";
import {Holdings} from "./Holdings.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Vouchers: which payments the ledger has approved
/// @dev EIP712 is the first base: its storage would otherwise lie between the sequence and the signer.
abstract contract Vouchers is EIP712, Holdings {
    /// @inheritdoc IVault
    bytes32 public constant VOUCHER_TYPEHASH = keccak256(
        "Voucher(bytes32 id,address account,address to,address token,uint256 amount,uint64 validAfter,uint64 deadline)"
    );
    /// @inheritdoc IVault
    uint64 public constant MAX_VOUCHER_TTL = 1 days;

    /// @inheritdoc IVault
    address public signer;
    /// @inheritdoc IVault
    address public auditor;
    /// @inheritdoc IVault
    mapping(bytes32 id => bool) public used;
    /// @inheritdoc IVault
    mapping(address account => bool) public wasSigner;

    constructor(address signer_, address auditor_) EIP712("City Mint Vault", "1") {
        _retire(signer_);
        _retire(auditor_);
        emit SignerChanged(address(0), signer_);
        emit AuditorChanged(address(0), auditor_);
        signer = signer_;
        auditor = auditor_;
        _restartDelays();
    }

    /// @inheritdoc IVault
    function setSigner(address signer_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _useAnnouncement();
        _retire(signer_);
        emit SignerChanged(signer, signer_);
        signer = signer_;
        _restartDelays();
    }

    /// @inheritdoc IVault
    function setAuditor(address auditor_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _useAnnouncement();
        _retire(auditor_);
        emit AuditorChanged(auditor, auditor_);
        auditor = auditor_;
        _restartDelays();
    }

    /// @inheritdoc IVault
    function removeSigner() external onlyRole(DEFAULT_ADMIN_ROLE) {
        emit SignerChanged(signer, address(0));
        signer = address(0);
        _restartDelays();
    }

    /// @inheritdoc IVault
    function cancelVoucher(bytes32 id) external onlyRole(CANCELLER_ROLE) {
        // Check
        if (used[id]) revert VoucherUsed(id);
        // Effect
        used[id] = true;
        emit VoucherCancelled(_nextSeq(), id);
    }

    /// @inheritdoc IVault
    function voucherHash(Voucher calldata voucher) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    VOUCHER_TYPEHASH,
                    voucher.id,
                    voucher.account,
                    voucher.to,
                    voucher.token,
                    voucher.amount,
                    voucher.validAfter,
                    voucher.deadline
                )
            )
        );
    }

    /// @dev Reverts unless the voucher is valid now.
    function _checkVoucher(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature)
        internal
        view
    {
        if (voucher.to == address(0) || voucher.to == address(this)) revert InvalidRecipient(voucher.to);
        if (voucher.amount == 0) revert ZeroAmount();
        if (used[voucher.id]) revert VoucherUsed(voucher.id);
        if (block.timestamp < voucher.validAfter) revert VoucherNotYetValid(voucher.validAfter);
        if (block.timestamp >= voucher.deadline) revert VoucherExpired(voucher.deadline);
        // No underflow: validAfter <= now < deadline.
        if (voucher.deadline - voucher.validAfter > MAX_VOUCHER_TTL) {
            revert VoucherLifetimeTooLong(voucher.validAfter, voucher.deadline);
        }
        bytes32 hash = voucherHash(voucher);
        if (!Signatures.isSignedBy(signer, hash, signature)) revert InvalidVoucherSignature();
        if (!Signatures.isSignedBy(auditor, hash, auditorSignature)) revert InvalidAuditorSignature();
    }

    /// @dev Marks a new signer or auditor, which neither has been before: so the two are never one key.
    function _retire(address account) private {
        if (account == address(0)) revert ZeroAddress();
        if (wasSigner[account]) revert SignerRetired(account);
        wasSigner[account] = true;
    }
}
