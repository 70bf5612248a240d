// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "./Holdings.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Vouchers: which payments the ledger has approved
/// @dev EIP712 stands first, for what it stores would lie between the sequence and the signer.
abstract contract Vouchers is EIP712, Holdings {
    /// @notice A payment the ledger has approved. Good from `validAfter` until before `deadline`, once per `id`, and
    /// only in the hands of `account`.
    struct Voucher {
        bytes32 id;
        address account;
        address to;
        address token;
        uint256 amount;
        uint64 validAfter;
        uint64 deadline;
    }

    bytes32 public constant CANCELLER_ROLE = keccak256("CANCELLER_ROLE");
    bytes32 public constant VOUCHER_TYPEHASH = keccak256(
        "Voucher(bytes32 id,address account,address to,address token,uint256 amount,uint64 validAfter,uint64 deadline)"
    );
    /// @notice The longest time, in seconds, between `validAfter` and `deadline` of a voucher.
    uint64 public constant MAX_VOUCHER_TTL = 1 days;

    /// @notice Whose signature makes a voucher good.
    address public signer;
    /// @notice Whether a voucher id was paid or cancelled.
    mapping(bytes32 id => bool) public used;

    event VoucherCancelled(uint64 indexed seq, bytes32 indexed id);
    event SignerChanged(address indexed previous, address indexed current);

    error ZeroAddress();
    error NotVoucherAccount(address sender, address account);
    error VoucherUsed(bytes32 id);
    error VoucherNotYetValid(uint64 validAfter);
    error VoucherExpired(uint64 deadline);
    error VoucherLivesTooLong(uint64 validAfter, uint64 deadline);
    error BadVoucherSignature();

    constructor(address signer_) EIP712("City Mint Vault", "1") {
        _setSigner(signer_);
    }

    /// @notice Changes whose vouchers are good. Vouchers of the previous signer are worthless from now on.
    function setSigner(address signer_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setSigner(signer_);
    }

    /// @notice Makes a voucher id worthless, also while withdrawals are paused.
    function cancelVoucher(bytes32 id) external onlyRole(CANCELLER_ROLE) {
        // Check
        if (used[id]) revert VoucherUsed(id);
        // Effect
        used[id] = true;
        emit VoucherCancelled(_nextSeq(), id);
    }

    /// @notice The EIP-712 digest that the signer signs.
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

    /// @dev Whether the voucher is good now, and in the hands of the one it is for.
    function _checkVoucher(Voucher calldata voucher, bytes calldata signature) internal view {
        if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);
        if (voucher.to == address(0) || voucher.to == address(this)) revert BadRecipient(voucher.to);
        if (voucher.amount == 0) revert ZeroAmount();
        if (used[voucher.id]) revert VoucherUsed(voucher.id);
        if (block.timestamp < voucher.validAfter) revert VoucherNotYetValid(voucher.validAfter);
        if (block.timestamp >= voucher.deadline) revert VoucherExpired(voucher.deadline);
        // No underflow: validAfter <= now < deadline.
        if (voucher.deadline - voucher.validAfter > MAX_VOUCHER_TTL) {
            revert VoucherLivesTooLong(voucher.validAfter, voucher.deadline);
        }
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(voucherHash(voucher), signature);
        if (failure != ECDSA.RecoverError.NoError || recovered != signer) revert BadVoucherSignature();
    }

    function _setSigner(address signer_) private {
        // Check
        if (signer_ == address(0)) revert ZeroAddress();
        // Effect
        emit SignerChanged(signer, signer_);
        signer = signer_;
    }
}
