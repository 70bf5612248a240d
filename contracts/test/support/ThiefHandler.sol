// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @dev Thieves with one or two keys, and perhaps one of the keys that sign vouchers, do everything these can, in any
/// order. The holders of the other keys veto what is announced, unless they sleep, and a guard pauses after a payment
/// that the ledger does not know.
contract ThiefHandler is CommonBase, StdUtils {
    struct Accounts {
        address admin;
        address guard;
        address secondGuard;
        address canceller;
        address funder;
    }

    uint256 private constant ADMIN = 1;
    uint256 private constant SIGNER = 2;
    uint256 private constant GUARD = 4;
    uint256 private constant CANCELLER = 8;
    uint256 private constant FUNDER = 16;
    uint256 private constant AUDITOR = 32;
    uint256 private constant SIGNER_KEY = 0xa11ce;
    uint256 private constant AUDITOR_KEY = 0xa0d17;
    uint256 private constant BAD_KEY = 0xbad;
    uint256 private constant BAD_AUDITOR_KEY = 0xbadb;
    address private constant JU = address(0);

    Vault private immutable _vault;
    Accounts private _accounts;
    bytes[] private _calls;

    /// @dev Bits of the stolen keys; zero until the first call.
    uint256 public stolen;
    bool public isAsleep;
    uint256 public taken;
    uint256 public funded;
    uint256 public payments;
    /// @dev Changes that became effective though participants could not leave for two days before.
    uint256 public changedInTheDark;
    uint256 public changedAtAll;
    uint64 private _lastClosed;
    uint256 private _lastId;

    constructor(Vault vault, Accounts memory accounts, bytes[] memory calls) {
        (_vault, _accounts, _calls) = (vault, accounts, calls);
        _lastClosed = uint64(block.timestamp) - 30 days;
    }

    receive() external payable {}

    /// @dev The first call of each run chooses the stolen keys.
    modifier byThieves(uint256 seed) {
        if (stolen == 0) {
            stolen = (1 << seed % 6) | (1 << seed / 6 % 6);
            uint256 third = seed / 36 % 3;
            if (third != 0) stolen |= third == 1 ? SIGNER : AUDITOR;
            isAsleep = seed / 108 % 2 == 0;
        }
        _;
    }

    function announceAll(uint256 seed) external byThieves(seed) {
        for (uint256 i; i < _calls.length; ++i) {
            _announce(_calls[i]);
        }
    }

    function announce(uint256 which) external byThieves(which) {
        _announce(_callAt(which));
    }

    /// @dev Tries every call, announced or not.
    function change(uint256 seed) external byThieves(seed) {
        if (!_has(ADMIN)) return;
        for (uint256 i; i < _calls.length; ++i) {
            bytes memory data = _calls[(seed % 11 + i) % _calls.length];
            bytes32 rule = _ruleHash();
            if (!_as(_accounts.admin, data)) continue;
            // The present rule, set once more, changes nothing.
            if (bytes4(data) == IVault.setTokenRule.selector && _ruleHash() == rule) continue;
            changedAtAll++;
            if (block.timestamp < _lastClosed + 2 days) changedInTheDark++;
            _noteClosed();
        }
    }

    function removeSigner() external {
        if (_has(ADMIN)) _as(_accounts.admin, abi.encodeCall(IVault.removeSigner, ()));
        _noteClosed();
    }

    /// @dev All that the admin's key may try without an announcement.
    function tryAll(uint256 seed) external byThieves(seed) {
        if (!_has(ADMIN)) return;
        address admin = _accounts.admin;
        IVault.TokenRule memory rule = IVault.TokenRule(seed % 2 == 0, 1 days, uint128(seed), 100 ether);
        _as(admin, abi.encodeCall(IVault.setTokenRule, (JU, rule)));
        _as(admin, abi.encodeCall(IAccessControl.revokeRole, (_vault.FUNDER_ROLE(), _accounts.funder)));
        _as(admin, abi.encodeCall(IAccessControl.grantRole, (_vault.FUNDER_ROLE(), address(this))));
        _as(admin, abi.encodeCall(IAccessControlDefaultAdminRules.changeDefaultAdminDelay, (type(uint48).max)));
        _as(admin, abi.encodeCall(IVault.unpauseDeposits, ()));
        _as(admin, abi.encodeCall(IVault.unpauseWithdrawals, ()));
        _noteClosed();
    }

    function pause() external {
        if (_has(GUARD)) _as(_accounts.guard, abi.encodeCall(IVault.pauseWithdrawals, ()));
        _noteClosed();
    }

    function renounce() external {
        if (_has(GUARD)) _renounce(_vault.PAUSER_ROLE(), _accounts.guard);
        if (_has(CANCELLER)) _renounce(_vault.CANCELLER_ROLE(), _accounts.canceller);
    }

    function approve(uint256 which, bool asCanceller) external {
        if (!_has(asCanceller ? CANCELLER : GUARD)) return;
        address sender = asCanceller ? _accounts.canceller : _accounts.guard;
        _as(sender, abi.encodeCall(IChanges.approveChange, (keccak256(_callAt(which)))));
    }

    function cancel(bytes32 id) external {
        if (_has(CANCELLER)) _as(_accounts.canceller, abi.encodeCall(IVault.cancelVoucher, (id)));
    }

    function fund(uint256 amount) external {
        if (!_has(FUNDER)) return;
        amount = bound(amount, 1, 50 ether);
        vm.prank(_accounts.funder);
        try _vault.fundNative{value: amount}("treasury") {
            funded += amount;
        } catch {}
    }

    function take(uint256 amount) external {
        uint256 left = _vault.windowLeft(JU);
        if (left == 0) return;
        amount = bound(amount, left / 2 + 1, left);
        uint256 signerKey = _has(SIGNER) && _vault.signer() == vm.addr(SIGNER_KEY) ? SIGNER_KEY : BAD_KEY;
        uint256 auditorKey = _has(AUDITOR) && _vault.auditor() == vm.addr(AUDITOR_KEY) ? AUDITOR_KEY : BAD_AUDITOR_KEY;
        if (_pays(signerKey, auditorKey, amount)) _tookUnknown(amount);
    }

    function wait(uint256 time) external byThieves(time) {
        _noteClosed();
        vm.warp(block.timestamp + bound(time, 1 hours, 60 hours));
        _noteClosed();
    }

    function _announce(bytes memory data) private {
        if (!_has(ADMIN)) return;
        _as(_accounts.admin, abi.encodeCall(IChanges.announceChange, (data)));
        _react(data);
    }

    /// @dev The other holders veto an announcement; each protector but the one whose key is stolen.
    function _react(bytes memory data) private {
        if (isAsleep) return;
        bytes memory veto = abi.encodeCall(IChanges.vetoChange, (keccak256(data)));
        if (!_has(CANCELLER) && _as(_accounts.canceller, veto)) return;
        if (!_has(GUARD) && _as(_accounts.guard, veto)) return;
        _as(_accounts.secondGuard, veto);
    }

    function _tookUnknown(uint256 amount) private {
        taken += amount;
        payments++;
        _as(_accounts.secondGuard, abi.encodeCall(IVault.pauseWithdrawals, ()));
        _noteClosed();
    }

    /// @dev Keeps the last time at which participants could not withdraw with the signer and auditor of the deployment.
    function _noteClosed() private {
        bool hasSigners = _vault.signer() == vm.addr(SIGNER_KEY) && _vault.auditor() == vm.addr(AUDITOR_KEY);
        if (!hasSigners || _vault.withdrawalsPaused()) _lastClosed = uint64(block.timestamp);
    }

    function _ruleHash() private view returns (bytes32) {
        (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap) = _vault.ruleOf(JU);
        return keccak256(abi.encode(listed, window, minDeposit, windowCap));
    }

    function _renounce(bytes32 role, address account) private {
        _as(account, abi.encodeCall(IAccessControl.renounceRole, (role, account)));
    }

    function _has(uint256 key) private view returns (bool) {
        return stolen & key != 0;
    }

    function _callAt(uint256 which) private view returns (bytes memory) {
        return _calls[which % _calls.length];
    }

    function _as(address sender, bytes memory data) private returns (bool ok) {
        vm.prank(sender);
        (ok,) = address(_vault).call(data);
    }

    function _pays(uint256 key, uint256 auditorKey, uint256 amount) private returns (bool) {
        uint64 now_ = uint64(block.timestamp);
        IVault.Voucher memory voucher =
            IVault.Voucher(bytes32(++_lastId), address(this), address(this), JU, amount, now_, now_ + 1 hours);
        bytes32 hash = _vault.voucherHash(voucher);
        try _vault.withdraw(voucher, _sign(key, hash), _sign(auditorKey, hash)) {
            return true;
        } catch {
            return false;
        }
    }

    function _sign(uint256 key, bytes32 hash) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }
}
