// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../IExit.sol";
import {ILeaving} from "../ILeaving.sol";
import {IVault} from "../IVault.sol";
import {ExitPayments} from "./ExitPayments.sol";
import {Withdrawals} from "./Withdrawals.sol";

/// @title Demands: how the vault pays an account that demands its money on the chain
/// @notice The payment waits for the account to collect it, so that neither its absence nor its refusal of JU makes the
/// demand one that cannot be paid.
abstract contract Demands is Withdrawals, ExitPayments {
    /// @inheritdoc ILeaving
    mapping(address account => mapping(address token => uint256)) public collectable;

    /// @inheritdoc ILeaving
    function recordDemand(address account, address token, uint112 until, uint64 demandedAt) external {
        _checkExit();
        emit Demanded(_nextSeq(), account, token, until, demandedAt);
    }

    /// @inheritdoc IVault
    function payDemand(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature)
        external
        nonReentrant
    {
        // Check
        (address account, address token) = (voucher.account, voucher.token);
        if (IExit(EXIT).dueTo(account, token) == 0) revert NothingDemanded(account, token);
        if (voucher.to != account) revert InvalidRecipient(voucher.to);
        _useVoucher(voucher, signature, auditorSignature);
        // Effect
        collectable[account][token] += voucher.amount;
        uncollected[token] += voucher.amount;
    }

    /// @inheritdoc ILeaving
    function collect(address token, address to) external nonReentrant returns (uint256 amount) {
        // Check
        amount = collectable[msg.sender][token];
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        // Effect
        collectable[msg.sender][token] = 0;
        uncollected[token] -= amount;
        emit Collected(msg.sender, token, to, amount);
        // Interaction
        _pay(token, to, amount);
    }
}
