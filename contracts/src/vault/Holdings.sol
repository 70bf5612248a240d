// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ILeaving} from "../ILeaving.sol";
import {IVault} from "../IVault.sol";
import {Delays} from "./Delays.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title Holdings: the vault's balances and transfers
/// @dev The base of every part that transfers money: it brings the roles, the delays and the reentrancy guard.
abstract contract Holdings is Delays, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @dev What an account has deposited and withdrawn of a token, in base units, and the block of its first deposit.
    /// One slot.
    struct Totals {
        uint112 deposited;
        uint112 withdrawn;
        uint32 firstDeposit;
    }

    address internal constant NATIVE = address(0);

    /// @inheritdoc IVault
    mapping(address token => uint256) public accounted;
    /// @inheritdoc IVault
    mapping(address token => uint256) public funded;
    /// @inheritdoc ILeaving
    mapping(address token => uint256) public uncollected;
    /// @inheritdoc IVault
    mapping(address account => mapping(address token => Totals)) public totalsOf;

    /// @inheritdoc IVault
    /// @dev Declared last: the pauses and the signer follow in the same slot, see `Vault`.
    uint64 public seq;
    /// @inheritdoc ILeaving
    bool public exited;

    /// @dev Returns the amount received, which can be less than `amount`; callers account for that.
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

    function _checkOpen() internal view {
        if (exited) revert Exited();
    }

    function _nextSeq() internal returns (uint64) {
        seq += 1;
        return seq;
    }

    function _balance(address token) internal view returns (uint256) {
        return token == NATIVE ? address(this).balance : IERC20(token).balanceOf(address(this));
    }
}
