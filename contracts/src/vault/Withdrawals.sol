// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";
import {Pauses} from "./Pauses.sol";
import {TokenRules} from "./TokenRules.sol";
import {Vouchers} from "./Vouchers.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Withdrawals: how a voucher is paid
abstract contract Withdrawals is Holdings, Pauses, Vouchers, TokenRules {
    /// @inheritdoc IVault
    function withdraw(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature)
        external
        nonReentrant
    {
        if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);
        _useVoucher(voucher, signature, auditorSignature);
        _pay(voucher.token, voucher.to, voucher.amount);
    }

    /// @dev Takes the voucher's amount from what the vault accounts for; the caller pays it.
    function _useVoucher(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature) internal {
        // Check
        _checkOpen();
        if (withdrawalsPaused) revert WithdrawalsArePaused();
        _checkVoucher(voucher, signature, auditorSignature);
        uint256 held = accounted[voucher.token];
        if (voucher.amount > held) revert AccountedExceeded(voucher.token, voucher.amount, held);
        _checkCap(voucher.token, voucher.amount);
        // Effect
        used[voucher.id] = true;
        _spend(voucher.token, voucher.amount);
        accounted[voucher.token] = held - voucher.amount;
        totalsOf[voucher.account][voucher.token].withdrawn += SafeCast.toUint112(voucher.amount);
        emit Withdrawn(_nextSeq(), voucher.id, voucher.account, voucher.token, voucher.to, voucher.amount);
    }

    function _canWithdraw() internal view override returns (bool) {
        return signer != address(0) && !withdrawalsPaused;
    }
}
