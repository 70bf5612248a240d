// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "./Holdings.sol";
import {Pauses} from "./Pauses.sol";
import {TokenRules} from "./TokenRules.sol";
import {Vouchers} from "./Vouchers.sol";

/// @title Withdrawals: how a voucher is paid
abstract contract Withdrawals is Holdings, Pauses, Vouchers, TokenRules {
    event Withdrawn(
        uint64 indexed seq, bytes32 indexed id, address indexed account, address token, address to, uint256 amount
    );

    error WithdrawalsArePaused();
    error MoreThanAccounted(address token, uint256 amount, uint256 accounted);

    /// @notice Pays a voucher to its `to`. Only its account can send it.
    function withdraw(Voucher calldata voucher, bytes calldata signature) external nonReentrant {
        // Check
        if (withdrawalsPaused) revert WithdrawalsArePaused();
        _checkVoucher(voucher, signature);
        _checkCap(voucher.token, voucher.amount);
        uint256 held = accounted[voucher.token];
        if (voucher.amount > held) revert MoreThanAccounted(voucher.token, voucher.amount, held);
        // Effect
        used[voucher.id] = true;
        _spend(voucher.token, voucher.amount);
        accounted[voucher.token] = held - voucher.amount;
        emit Withdrawn(_nextSeq(), voucher.id, voucher.account, voucher.token, voucher.to, voucher.amount);
        // Interaction
        _pay(voucher.token, voucher.to, voucher.amount);
    }
}
