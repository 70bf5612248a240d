// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "../../src/Anchors.sol";
import {Exit} from "../../src/Exit.sol";
import {IAnchors} from "../../src/IAnchors.sol";
import {IExit} from "../../src/IExit.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {Forest} from "./Forest.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @dev A ledger in JU beside a vault: deposits, gains and losses, withdrawals, roots now and then, pauses, and at some
/// time an exit, in any order. It keeps its own accounts of everybody's money.
contract ExitHandler is CommonBase, StdUtils {
    uint256 private constant ACTORS = 4;
    uint256 private constant SIGNER_KEY = 0xa11ce;
    uint256 private constant AUDITOR_KEY = 0xa0d17;
    address private constant JU = address(0);
    uint256 private constant OTHER_ROOT_AT = 1_800_000_000 + 1 days;

    Vault private immutable _vault;
    Exit private immutable _exit;
    Anchors private immutable _anchors;
    Forest private immutable _forest;
    address private immutable _scribe;
    address private immutable _pauser;

    /// @dev The debts of the ledger now, and those at the newest root with the deposits and withdrawals since.
    mapping(address account => uint256) private _owed;
    mapping(address account => int256) private _owned;
    uint256 private _lastId;
    uint64 private _pausedAt;

    uint256 public paid;
    uint256 public heldAtBegin;
    uint256 public overpaid;
    uint256 public paidTwice;
    uint256 public early;
    uint256 public prevented;
    uint256 public refused;

    constructor(Vault vault, Forest forest, address scribe, address pauser) {
        (_vault, _forest, _scribe, _pauser) = (vault, forest, scribe, pauser);
        (_exit, _anchors) = (Exit(vault.EXIT()), Anchors(vault.ANCHORS()));
    }

    function deposit(uint256 who, uint256 amount) external {
        if (_vault.exited()) return;
        address account = _actor(who);
        amount = bound(amount, 0.001 ether, 50 ether);
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        _vault.depositNative{value: amount}("ref");
        _owed[account] += amount;
        _owned[account] += int256(amount);
        vm.roll(block.number + 1);
    }

    /// @dev A round: someone gains from, or loses to, the system.
    function settle(uint256 who, uint256 amount, bool gains) external {
        address account = _actor(who);
        uint256 most = gains ? 20 ether : _owed[account];
        amount = bound(amount, 0, most);
        _owed[account] = gains ? _owed[account] + amount : _owed[account] - amount;
    }

    function withdraw(uint256 who, uint256 amount) external {
        address account = _actor(who);
        if (_vault.exited() || _vault.withdrawalsPaused() || _owed[account] == 0) return;
        uint256 left = _vault.windowLeft(JU);
        if (left == 0) return;
        amount = bound(amount, 1, _owed[account] < left ? _owed[account] : left);
        uint64 now_ = uint64(block.timestamp);
        IVault.Voucher memory voucher =
            IVault.Voucher(bytes32(++_lastId), account, account, JU, amount, now_, now_ + 1 hours);
        bytes32 hash = _vault.voucherHash(voucher);
        vm.prank(account);
        _vault.withdraw(voucher, _sign(SIGNER_KEY, hash), _sign(AUDITOR_KEY, hash));
        _owed[account] -= amount;
        _owned[account] -= int256(amount);
    }

    function anchor() external {
        if (_vault.exited()) return;
        address[] memory accounts = new address[](ACTORS);
        uint256[] memory amounts = new uint256[](ACTORS);
        for (uint256 i; i < ACTORS; ++i) {
            accounts[i] = _actor(i);
            amounts[i] = _owed[accounts[i]];
        }
        _forest.plant(JU, accounts, amounts);
        IAnchors.Statement memory made = _forest.statement(JU);
        bytes memory signature = _sign(AUDITOR_KEY, _anchors.liabilitiesHash(made));
        vm.prank(_scribe);
        _anchors.anchorLiabilities(made, signature);
        vm.roll(block.number + 1);
        for (uint256 i; i < ACTORS; ++i) {
            _owned[accounts[i]] = int256(amounts[i]);
        }
    }

    function pause() external {
        if (!_vault.withdrawalsPaused()) _pausedAt = uint64(block.timestamp);
        vm.prank(_pauser);
        _vault.pauseWithdrawals();
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 4 days));
    }

    function begin() external {
        if (_vault.exited()) return;
        IAnchors.Liabilities memory newest = _anchors.liabilitiesAt(JU, _anchors.epochOf(JU));
        bool isDue = _pausedAt != 0 && block.timestamp >= _pausedAt + 14 days;
        isDue = isDue || block.timestamp >= newest.anchoredAt + 14 days;
        // The other token's only root is of the first day.
        isDue = isDue || block.timestamp >= OTHER_ROOT_AT + 14 days;
        uint256 held = _vault.accounted(JU);
        try _exit.begin() {
            heldAtBegin = held;
            if (!isDue) early++;
        } catch {
            if (isDue) prevented++;
        }
    }

    function redeem(uint256 who, bool isNew) external {
        address account = _actor(who);
        (,, uint64 asOfBlock,,) = _exit.termsOf(JU);
        bool wasPaid = _exit.redeemed(account, JU);
        (,, uint32 first) = _vault.totalsOf(account, JU);
        if (isNew && first <= asOfBlock) return;
        bytes memory data = abi.encodeCall(IExit.redeemNew, (JU, account));
        if (!isNew) data = abi.encodeCall(IExit.redeem, (JU, account, _forest.leavesOf(JU, account)));
        vm.prank(account);
        (bool ok, bytes memory reply) = address(_exit).call(data);
        if (!ok) {
            if (_exit.begunAt() != 0 && !wasPaid && !isNew && _owned[account] > 0) refused++;
            return;
        }
        uint256 amount = abi.decode(reply, (uint256));
        paid += amount;
        if (wasPaid) paidTwice++;
        if (int256(amount) > _owned[account]) overpaid++;
    }

    function _actor(uint256 which) private pure returns (address) {
        return address(uint160(0xac7000 + which % ACTORS));
    }

    function _sign(uint256 key, bytes32 hash) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }
}
