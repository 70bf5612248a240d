// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";
import {Pauses} from "./Pauses.sol";
import {TokenRules} from "./TokenRules.sol";
import {Vouchers} from "./Vouchers.sol";

/// @title Withdrawals: how a voucher is paid
abstract contract Withdrawals is Holdings, Pauses, Vouchers, TokenRules {
    /// @inheritdoc IVault
    function withdraw(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature)
        external
        nonReentrant
    {
        // Check
        if (withdrawalsPaused) revert WithdrawalsArePaused();
        _checkVoucher(voucher, signature, auditorSignature);
        _checkCap(voucher.token, voucher.amount);
        uint256 held = accounted[voucher.token];
        if (voucher.amount > held) revert AccountedExceeded(voucher.token, voucher.amount, held);
        // Effect
        used[voucher.id] = true;
        _spend(voucher.token, voucher.amount);
        accounted[voucher.token] = held - voucher.amount;
        emit Withdrawn(_nextSeq(), voucher.id, voucher.account, voucher.token, voucher.to, voucher.amount);
        // Interaction
        _pay(voucher.token, voucher.to, voucher.amount);
    }
}
