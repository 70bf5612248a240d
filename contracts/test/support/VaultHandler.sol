// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {FMC} from "../../src/FMC.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @dev Calls every function of a vault in any order and keeps its own accounts of the results. It is the user itself:
/// it deposits, and the vouchers are its own.
contract VaultHandler is CommonBase, StdCheats, StdUtils {
    struct Payment {
        uint256 time;
        uint256 amount;
    }

    uint256 private constant CAP = 100 ether;
    uint256 private constant WINDOW = 1 days;
    uint256 private constant AUDITOR_KEY = 0xa0d17;

    Vault private immutable _vault;
    FMC private immutable _fmc;
    address private immutable _admin;
    address private immutable _canceller;
    address private immutable _funder;
    address private immutable _pauser;

    mapping(address token => uint256) public received;
    mapping(address token => uint256) public paidOut;
    mapping(address token => uint256) public stray;
    uint256 public eventCount;
    uint256 public paidAgain;
    uint256 public paidForged;
    uint256 public paidCancelled;
    uint256 public overCap;
    uint256 public changedUnannounced;

    mapping(address token => Payment[]) private _payments;
    IVault.Voucher[] private _spent;
    IVault.Voucher[] private _cancelled;
    uint256 private _signerKey = 0xa11ce;
    uint256 private _lastId = 1_000_000;

    constructor(Vault vault, FMC fmc, address admin, address canceller, address funder, address pauser) {
        (_vault, _fmc, _admin, _canceller, _funder, _pauser) = (vault, fmc, admin, canceller, funder, pauser);
    }

    receive() external payable {}

    function tokenAt(uint256 index) public view returns (address) {
        return index % 2 == 0 ? address(0) : address(_fmc);
    }

    function deposit(uint256 which, uint256 amount) external {
        address token = tokenAt(which);
        amount = bound(amount, 0.001 ether, 50 ether);
        if (_vault.depositsPaused()) return;
        if (token == address(0)) {
            _vault.depositNative{value: amount}("ref");
        } else {
            if (amount > _fmc.balanceOf(address(this))) return;
            _fmc.approve(address(_vault), amount);
            _vault.deposit(token, amount, "ref");
        }
        received[token] += amount;
        eventCount++;
    }

    function fund(uint256 which, uint256 amount) external {
        address token = tokenAt(which);
        amount = bound(amount, 1, 50 ether);
        vm.startPrank(_funder);
        if (token == address(0)) {
            _vault.fundNative{value: amount}("treasury");
        } else {
            _fmc.approve(address(_vault), amount);
            _vault.fund(token, amount, "emission");
        }
        vm.stopPrank();
        received[token] += amount;
        eventCount++;
    }

    function withdraw(uint256 which, uint256 amount) external {
        _withdraw(tokenAt(which), bound(amount, 1, CAP));
    }

    /// @dev Withdraws the remainder of the cap, so that most runs reach the cap.
    function withdrawAll(uint256 which) external {
        uint256 left = _vault.windowLeft(tokenAt(which));
        if (left != 0) _withdraw(tokenAt(which), left);
    }

    function replay(uint256 which) external {
        if (_spent.length == 0) return;
        IVault.Voucher memory voucher = _spent[which % _spent.length];
        voucher.amount = 1;
        voucher.validAfter = uint64(block.timestamp);
        voucher.deadline = uint64(block.timestamp + 1 hours);
        if (_try(voucher, _signerKey)) paidAgain++;
    }

    function forge(uint256 which, uint256 key) external {
        key = bound(key, 1, type(uint128).max);
        if (key == _signerKey) return;
        if (_try(_voucher(tokenAt(which), 1), key)) paidForged++;
    }

    function cancel(uint256 which) external {
        IVault.Voucher memory voucher = _voucher(tokenAt(which), 1);
        vm.prank(_canceller);
        _vault.cancelVoucher(voucher.id);
        eventCount++;
        _cancelled.push(voucher);
    }

    function sendCancelled(uint256 which) external {
        if (_cancelled.length == 0) return;
        IVault.Voucher memory voucher = _cancelled[which % _cancelled.length];
        voucher.validAfter = uint64(block.timestamp);
        voucher.deadline = uint64(block.timestamp + 1 hours);
        if (_try(voucher, _signerKey)) paidCancelled++;
    }

    /// @dev Money that arrives without a call: forced JU, a direct token transfer.
    function lose(uint256 which, uint256 amount) external {
        address token = tokenAt(which);
        amount = bound(amount, 1, 1 ether);
        if (token == address(0)) {
            vm.deal(address(_vault), address(_vault).balance + amount);
        } else {
            if (amount > _fmc.balanceOf(address(this))) return;
            _fmc.transfer(address(_vault), amount);
        }
        stray[token] += amount;
    }

    function rescue(uint256 which, uint256 amount) external {
        address token = tokenAt(which);
        amount = bound(amount, 1, 2 ether);
        bytes memory data = abi.encodeCall(IVault.rescue, (token, address(this), amount));
        _announce(data);
        vm.prank(_admin);
        try _vault.rescue(token, address(this), amount) {
            // Rescuing more than the surplus underflows here, and so fails the run.
            stray[token] -= amount;
            eventCount++;
        } catch {}
    }

    /// @dev Sets another minimum and the same cap, which must not refill the cap.
    function changeRule(uint256 which, uint128 minimum) external {
        IVault.TokenRule memory rule =
            IVault.TokenRule({listed: true, window: uint64(WINDOW), minDeposit: 0, windowCap: uint128(CAP)});
        rule.minDeposit = uint128(bound(minimum, 0, 0.001 ether));
        (,, uint128 before,) = _vault.ruleOf(tokenAt(which));
        if (rule.minDeposit < before) _announce(abi.encodeCall(IVault.setTokenRule, (tokenAt(which), rule)));
        vm.prank(_admin);
        _vault.setTokenRule(tokenAt(which), rule);
    }

    /// @dev Removes the signer, and sets one that never was.
    function changeSigner(uint256 key) external {
        key = bound(key, 1, type(uint128).max);
        if (_vault.wasSigner(vm.addr(key))) return;
        vm.prank(_admin);
        _vault.removeSigner();
        _announce(abi.encodeCall(IVault.setSigner, (vm.addr(key))));
        _signerKey = key;
        vm.prank(_admin);
        _vault.setSigner(vm.addr(key));
    }

    /// @dev The admin tries a change without an announcement; it must revert.
    function changeUnannounced(uint256 key) external {
        key = bound(key, 1, type(uint128).max);
        vm.prank(_admin);
        try _vault.setSigner(vm.addr(key)) {
            changedUnannounced++;
        } catch {}
    }

    function switchPauses(bool deposits, bool withdrawals) external {
        vm.startPrank(_pauser);
        if (deposits) _vault.pauseDeposits();
        if (withdrawals) _vault.pauseWithdrawals();
        vm.stopPrank();
        vm.startPrank(_admin);
        if (!deposits) _vault.unpauseDeposits();
        vm.stopPrank();
        if (withdrawals || !_vault.withdrawalsPaused()) return;
        bytes memory data = abi.encodeCall(IVault.unpauseWithdrawals, ());
        vm.prank(_admin);
        _vault.announceChange(data);
        vm.prank(_canceller);
        _vault.approveChange(keccak256(data));
        vm.prank(_admin);
        _vault.unpauseWithdrawals();
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 8 hours));
    }

    /// @dev Announces a change, which a protector approves, and waits until it can be made.
    function _announce(bytes memory data) private {
        vm.prank(_admin);
        _vault.announceChange(data);
        vm.prank(_canceller);
        _vault.approveChange(keccak256(data));
        vm.warp(block.timestamp + _vault.CHANGE_DELAY());
    }

    function _withdraw(address token, uint256 amount) private {
        IVault.Voucher memory voucher = _voucher(token, amount);
        if (!_try(voucher, _signerKey)) return;
        paidOut[token] += amount;
        _spent.push(voucher);
        _payments[token].push(Payment(block.timestamp, amount));
        _countOverCap(token);
    }

    /// @dev In any span that ends now, at most a full cap and its refill may have been paid.
    function _countOverCap(address token) private {
        Payment[] storage payments = _payments[token];
        uint256 sum;
        for (uint256 i = payments.length; i > 0; --i) {
            Payment storage payment = payments[i - 1];
            sum += payment.amount;
            if (sum > CAP + CAP * (block.timestamp - payment.time) / WINDOW) overCap++;
        }
    }

    function _try(IVault.Voucher memory voucher, uint256 key) private returns (bool) {
        return _trySigned(voucher, key, AUDITOR_KEY);
    }

    function _trySigned(IVault.Voucher memory voucher, uint256 key, uint256 auditorKey) private returns (bool) {
        try _vault.withdraw(voucher, _sign(key, voucher), _sign(auditorKey, voucher)) {
            eventCount++;
            return true;
        } catch {
            return false;
        }
    }

    function _sign(uint256 key, IVault.Voucher memory voucher) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _vault.voucherHash(voucher));
        return abi.encodePacked(r, s, v);
    }

    function _voucher(address token, uint256 amount) private returns (IVault.Voucher memory) {
        uint64 now_ = uint64(block.timestamp);
        return IVault.Voucher(bytes32(++_lastId), address(this), address(this), token, amount, now_, now_ + 1 hours);
    }
}
