// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../IChanges.sol";
import {Roles} from "./Roles.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

/// @title Delays: changes that the admin must announce
/// @notice Changes that could lose money after a theft of the admin's key are visible on the chain for `CHANGE_DELAY`
/// before they apply. During all of it participants can withdraw, or a protector has approved the change; any protector
/// can veto it.
/// @dev A change is announced by its calldata, so that only exactly this change can be made.
abstract contract Delays is Roles {
    /// @dev `revoked` is the account whose role the change revokes; it has no say in this change.
    struct Change {
        uint64 announcedAt;
        bool approved;
        address revoked;
    }

    /// @inheritdoc IChanges
    uint64 public constant CHANGE_DELAY = 2 days;
    /// @inheritdoc IChanges
    uint64 public constant CHANGE_LIFETIME = 7 days;

    /// @inheritdoc IChanges
    uint64 public openSince;
    /// @dev When withdrawals last became possible, and since when they are not. The latter changes only after they were
    /// possible for `CHANGE_DELAY`: an opening for a moment must not delay the exit.
    uint64 private _openedAt;
    uint64 private _closedSince;
    mapping(bytes32 id => Change) private _changes;

    /// @inheritdoc IChanges
    function announceChange(bytes calldata data) external onlyRole(DEFAULT_ADMIN_ROLE) {
        bytes32 id = keccak256(data);
        uint64 ready = uint64(block.timestamp) + CHANGE_DELAY;
        _changes[id] = Change(uint64(block.timestamp), false, _revokedBy(data));
        emit ChangeAnnounced(id, ready, ready + CHANGE_LIFETIME, data);
    }

    /// @inheritdoc IChanges
    function withdrawChange(bytes32 id) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _announced(id);
        delete _changes[id];
        emit ChangeWithdrawn(id);
    }

    /// @inheritdoc IChanges
    function vetoChange(bytes32 id) external {
        _checkProtector(_announced(id));
        delete _changes[id];
        emit ChangeVetoed(id, msg.sender);
    }

    /// @inheritdoc IChanges
    function approveChange(bytes32 id) external {
        Change storage change = _announced(id);
        _checkProtector(change);
        // Otherwise one key would make and approve a change.
        if (hasRole(DEFAULT_ADMIN_ROLE, msg.sender)) revert NotProtector(msg.sender);
        change.approved = true;
        emit ChangeApproved(id, msg.sender);
    }

    /// @notice Grants a role; a protector's only as announced. Only for the admin.
    function grantRole(bytes32 role, address account) public override {
        if (_isProtectors(role)) _useAnnouncement();
        super.grantRole(role, account);
    }

    /// @notice Revokes a role; a protector's only as announced. Only for the admin.
    function revokeRole(bytes32 role, address account) public override {
        if (_isProtectors(role)) _useAnnouncement();
        super.revokeRole(role, account);
    }

    /// @notice Offers the admin role to an account, which accepts it. Only for the admin, and only as announced.
    function beginDefaultAdminTransfer(address newAdmin) public override {
        _useAnnouncement();
        super.beginDefaultAdminTransfer(newAdmin);
    }

    /// @inheritdoc IChanges
    function readyAt(bytes32 id) public view returns (uint64) {
        Change storage change = _changes[id];
        if (change.announcedAt == 0) return 0;
        if (change.approved) return change.announcedAt + CHANGE_DELAY;
        if (openSince == 0) return type(uint64).max;
        return (openSince > change.announcedAt ? openSince : change.announcedAt) + CHANGE_DELAY;
    }

    /// @inheritdoc IChanges
    function closedSince() external view returns (uint64) {
        return openSince == 0 ? _closedSince : 0;
    }

    /// @dev Reverts unless the present call was announced and its time has come; it can then not be made again.
    function _useAnnouncement() internal {
        bytes32 id = keccak256(msg.data);
        Change storage change = _announced(id);
        _checkLapse(change);
        uint64 ready = readyAt(id);
        if (block.timestamp < ready) revert ChangeNotReady(ready);
        delete _changes[id];
    }

    /// @dev Reverts unless the present call was announced and a protector has approved it; it can then not be made
    /// again.
    function _useApproval() internal {
        bytes32 id = keccak256(msg.data);
        Change storage change = _announced(id);
        _checkLapse(change);
        if (!change.approved) revert ChangeNotApproved(id);
        delete _changes[id];
    }

    /// @dev Called after each change of the signer, of a pause, and after a tighter rule: from now on the delays of all
    /// announced changes count again, once withdrawals are possible.
    function _restartDelays() internal {
        uint64 now_ = uint64(block.timestamp);
        bool isOpen = _canWithdraw();
        if (openSince == 0 && isOpen) _openedAt = now_;
        if (openSince != 0 && !isOpen && (_closedSince == 0 || now_ - _openedAt >= CHANGE_DELAY)) _closedSince = now_;
        openSince = isOpen ? now_ : 0;
    }

    /// @dev Whether the vault pays valid vouchers.
    function _canWithdraw() internal view virtual returns (bool);

    function _announced(bytes32 id) private view returns (Change storage change) {
        change = _changes[id];
        if (change.announcedAt == 0) revert ChangeNotAnnounced(id);
    }

    function _checkLapse(Change storage change) private view {
        uint64 lapsesAt = change.announcedAt + CHANGE_DELAY + CHANGE_LIFETIME;
        if (block.timestamp >= lapsesAt) revert ChangeLapsed(lapsesAt);
    }

    function _checkProtector(Change storage change) private view {
        if (!_isProtector(msg.sender) || msg.sender == change.revoked) revert NotProtector(msg.sender);
    }

    /// @dev The account of a call of `revokeRole`, else zero.
    function _revokedBy(bytes calldata data) private pure returns (address) {
        if (data.length < 68 || bytes4(data[:4]) != IAccessControl.revokeRole.selector) return address(0);
        return address(uint160(uint256(bytes32(data[36:68]))));
    }
}
