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

/// @dev A ledger in JU beside a vault, whose users demand by any root they have leaves of. Until it becomes dishonest,
/// it answers and pays every demand within thirteen days, and anchors; then it does neither.
contract DemandHandler is CommonBase, StdUtils {
    uint256 public constant ACTORS = 3;
    uint256 private constant SIGNER_KEY = 0xa11ce;
    uint256 private constant AUDITOR_KEY = 0xa0d17;
    address private constant JU = address(0);
    uint64 private constant PATIENCE = 14 days;

    Vault private immutable _vault;
    Exit private immutable _exit;
    Anchors private immutable _anchors;
    Forest private immutable _forest;
    address private immutable _scribe;

    /// @dev The debts of the ledger now, and those at the newest root with the deposits and withdrawals since.
    mapping(address account => uint256) private _owed;
    mapping(address account => int256) private _owned;
    /// @dev Each account's encoded leaves at each epoch.
    mapping(uint64 epoch => mapping(address account => bytes)) private _leaves;
    uint64 private _firstEpoch;
    uint256 private _lastId = 1_000_000;

    mapping(address account => uint256) public withdrawn;
    mapping(address account => uint256) public collected;
    mapping(address account => uint256) public redeemed;
    bool public isHonest = true;
    uint256 public overpaid;
    uint256 public paidTwice;
    uint256 public overdemanded;
    uint256 public unserved;
    uint256 public early;
    uint256 public prevented;
    uint256 public refused;

    constructor(Vault vault, Forest forest, address scribe) {
        (_vault, _forest, _scribe) = (vault, forest, scribe);
        (_exit, _anchors) = (Exit(vault.EXIT()), Anchors(vault.ANCHORS()));
        _firstEpoch = _anchors.epochOf(JU) + 1;
    }

    function deposit(uint256 who, uint256 amount) external {
        if (_vault.exited()) return;
        address account = actor(who);
        amount = bound(amount, 0.001 ether, 5 ether);
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        _vault.depositNative{value: amount}("ref");
        _owed[account] += amount;
        _owned[account] += int256(amount);
        vm.roll(block.number + 1);
    }

    /// @dev A round: someone gains from, or loses to, the system.
    function settle(uint256 who, uint256 amount, bool gains) external {
        address account = actor(who);
        amount = bound(amount, 0, gains ? 5 ether : _owed[account]);
        _owed[account] = gains ? _owed[account] + amount : _owed[account] - amount;
    }

    /// @dev The account withdraws, or anyone pays its demand if it is open.
    function withdraw(uint256 who, uint256 amount, bool isForDemand) external {
        address account = actor(who);
        uint256 most = _payable(account);
        if (most == 0) return;
        amount = bound(amount, 1, most);
        if (isForDemand) return _pay(account, amount);
        IVault.Voucher memory voucher = _voucher(account, amount);
        (bytes memory signature, bytes memory second) = _signatures(voucher);
        vm.prank(account);
        _vault.withdraw(voucher, signature, second);
        withdrawn[account] += amount;
        _debit(account, amount);
    }

    function anchor(uint256 lockedPart) public {
        if (_vault.exited()) return;
        address[] memory accounts = new address[](ACTORS);
        uint256[] memory amounts = new uint256[](ACTORS);
        for (uint256 i; i < ACTORS; ++i) {
            accounts[i] = actor(i);
            amounts[i] = _owed[accounts[i]];
        }
        _forest.lock(bound(lockedPart, 1, 4));
        _forest.plant(JU, accounts, amounts);
        IAnchors.Statement memory made = _forest.statement(JU);
        bytes memory signature = _sign(AUDITOR_KEY, _anchors.liabilitiesHash(made));
        vm.prank(_scribe);
        uint64 epoch = _anchors.anchorLiabilities(made, signature);
        vm.roll(block.number + 1);
        for (uint256 i; i < ACTORS; ++i) {
            _owned[accounts[i]] = int256(amounts[i]);
            _leaves[epoch][accounts[i]] = abi.encode(_forest.leavesOf(JU, accounts[i]));
        }
    }

    /// @dev By any root, of any time, or by none.
    function demand(uint256 who, uint256 which) external {
        address account = actor(who);
        uint64 epoch = uint64(bound(which, _firstEpoch - 1, _anchors.epochOf(JU)));
        IExit.Leaves memory leaves;
        if (epoch < _firstEpoch) epoch = 0;
        else leaves = _leavesAt(epoch, account);
        uint256 open = _exit.dueTo(account, JU);
        vm.prank(account);
        try _exit.demand(JU, epoch, leaves) returns (uint256 due) {
            if (open != 0) overdemanded++;
            // By the newest root no one demands more than its own.
            if (epoch == _anchors.epochOf(JU) && int256(due) > _owned[account]) overdemanded++;
        } catch {}
    }

    /// @dev Anyone answers by any root.
    function answer(uint256 who, uint256 which) external {
        address account = actor(who);
        uint64 epoch = uint64(bound(which, _firstEpoch, _anchors.epochOf(JU)));
        try _exit.answer(account, JU, epoch, _leavesAt(epoch, account)) {} catch {}
    }

    function collect(uint256 who) external {
        address account = actor(who);
        uint256 expected = _vault.collectable(account, JU);
        vm.prank(account);
        try _vault.collect(JU, account) returns (uint256 amount) {
            if (amount != expected) paidTwice++;
            collected[account] += amount;
        } catch {
            if (expected != 0) refused++;
        }
    }

    /// @dev An honest system serves all demands before and after.
    function wait(uint256 time, uint256 lockedPart) external {
        vm.warp(block.timestamp + bound(time, 1, 13 days));
        if (isHonest) _serve(lockedPart);
    }

    function becomeDishonest(uint256 which) external {
        if (which % 2 == 0) isHonest = false;
    }

    function beginFor() external {
        for (uint256 i; i < ACTORS && !_vault.exited(); ++i) {
            address account = actor(i);
            uint256 due = _exit.dueTo(account, JU);
            (uint64 demandedAt,,) = _exit.demandOf(account, JU);
            bool isDue = due != 0 && block.timestamp >= demandedAt + PATIENCE;
            uint256 left = _vault.windowLeft(JU);
            try _exit.beginFor(account, JU) {
                if (!isDue) early++;
            } catch {
                if (isDue && left >= due) prevented++;
            }
        }
    }

    /// @dev Everybody, from one on.
    function redeem(uint256 first) external {
        if (!_vault.exited()) return;
        for (uint256 i; i < ACTORS; ++i) {
            _redeem(actor(first % ACTORS + i));
        }
    }

    function actor(uint256 which) public pure returns (address) {
        return address(uint160(0xac7000 + which % ACTORS));
    }

    function _redeem(address account) private {
        bool wasPaid = _exit.redeemed(account, JU);
        IExit.Leaves memory leaves = _leavesAt(_anchors.epochOf(JU), account);
        vm.prank(account);
        try _exit.redeem(JU, account, leaves) returns (uint256 amount) {
            redeemed[account] += amount;
            if (wasPaid) paidTwice++;
            if (int256(amount) > _owned[account]) overpaid++;
        } catch {
            if (!wasPaid && _owned[account] > 0) refused++;
        }
    }

    /// @dev A new root, then an answer and a payment for each demand.
    function _serve(uint256 lockedPart) private {
        anchor(lockedPart);
        uint64 epoch = _anchors.epochOf(JU);
        for (uint256 i; i < ACTORS; ++i) {
            address account = actor(i);
            if (_exit.dueTo(account, JU) == 0) continue;
            try _exit.answer(account, JU, epoch, _leavesAt(epoch, account)) {} catch {}
            uint256 due = _exit.dueTo(account, JU);
            if (due == 0) continue;
            // Its own root shows that it owes all that is still demanded.
            if (due > _owed[account]) unserved++;
            else _pay(account, due);
        }
    }

    function _pay(address account, uint256 amount) private {
        bool isOpen = _exit.dueTo(account, JU) != 0;
        IVault.Voucher memory voucher = _voucher(account, amount);
        (bytes memory signature, bytes memory second) = _signatures(voucher);
        try _vault.payDemand(voucher, signature, second) {
            if (!isOpen) overpaid++;
            _debit(account, amount);
        } catch {
            if (isOpen) unserved++;
        }
    }

    function _debit(address account, uint256 amount) private {
        _owed[account] -= amount;
        _owned[account] -= int256(amount);
    }

    /// @dev The amount that the ledger and the cap allow an account now.
    function _payable(address account) private view returns (uint256) {
        if (_vault.exited()) return 0;
        uint256 left = _vault.windowLeft(JU);
        return _owed[account] < left ? _owed[account] : left;
    }

    function _voucher(address account, uint256 amount) private returns (IVault.Voucher memory) {
        uint64 now_ = uint64(block.timestamp);
        return IVault.Voucher(bytes32(++_lastId), account, account, JU, amount, now_, now_ + 1 hours);
    }

    function _signatures(IVault.Voucher memory voucher) private view returns (bytes memory, bytes memory) {
        bytes32 hash = _vault.voucherHash(voucher);
        return (_sign(SIGNER_KEY, hash), _sign(AUDITOR_KEY, hash));
    }

    function _leavesAt(uint64 epoch, address account) private view returns (IExit.Leaves memory) {
        return abi.decode(_leaves[epoch][account], (IExit.Leaves));
    }

    function _sign(uint256 key, bytes32 hash) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }
}
