// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title Holdings: what the vault holds, and how it is moved
/// @notice Native JU is the token `address(0)`. Every movement of money, and every cancelled voucher, carries the next
/// number of one sequence, so that a reader of the logs sees at once when one is missing.
/// @dev What moves money stands on this, and so has the roles and the guard against re-entry.
abstract contract Holdings is AccessControlDefaultAdminRules, ReentrancyGuard {
    using SafeERC20 for IERC20;

    address internal constant NATIVE = address(0);

    /// @notice What came in by deposit or funding and has not been withdrawn. The rest of the balance came by accident.
    mapping(address token => uint256) public accounted;

    /// @notice The number of the last event of the sequence; the first is 1.
    /// @dev Stands last: the pauses and the signer follow in the same slot, see `Vault`.
    uint64 public seq;

    error ZeroAmount();
    error BadRecipient(address to);
    error NativeNeedsOwnCall();
    error NothingReceived();
    error NativeTransferFailed();

    /// @dev What arrived may be less than what was asked for: it is what the caller credits.
    function _pull(address token, uint256 amount) internal returns (uint256 received) {
        uint256 before = _balance(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        received = _balance(token) - before;
        if (received == 0) revert NothingReceived();
    }

    function _pay(address token, address to, uint256 amount) internal {
        if (token == NATIVE) {
            (bool paid,) = to.call{value: amount}("");
            if (!paid) revert NativeTransferFailed();
        } else {
            IERC20(token).safeTransfer(to, amount);
        }
    }

    function _nextSeq() internal returns (uint64) {
        seq += 1;
        return seq;
    }

    function _balance(address token) internal view returns (uint256) {
        return token == NATIVE ? address(this).balance : IERC20(token).balanceOf(address(this));
    }
}
