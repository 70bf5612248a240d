// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @title IChanges: the vault's roles, and how the admin changes it
/// @notice No single key changes the vault: the admin announces, everybody can leave during the delay, and protectors
/// can veto. While withdrawals are stopped, a protector has to approve: a vault without a signer gets a new one.
interface IChanges {
    /// @notice The first holders of the roles. Guards (PAUSER_ROLE) and cancellers (CANCELLER_ROLE) are the protectors:
    /// they approve or veto what the admin announces.
    struct Holders {
        address[] guards;
        address[] cancellers;
        address[] funders;
    }

    /// @notice The admin announced a change: a call with this data can be made until before `lapsesAt`, and not before
    /// `readyAt`; later if withdrawals become impossible.
    /// @param id Keccak-256 of `data`.
    event ChangeAnnounced(bytes32 indexed id, uint64 readyAt, uint64 lapsesAt, bytes data);
    /// @notice The admin withdrew an announced change.
    event ChangeWithdrawn(bytes32 indexed id);
    /// @notice A protector vetoed an announced change.
    event ChangeVetoed(bytes32 indexed id, address indexed by);
    /// @notice A protector approved an announced change.
    event ChangeApproved(bytes32 indexed id, address indexed by);

    /// @notice The sender has no protector's role, is the admin, or is the account whose role the change revokes.
    error NotProtector(address sender);
    /// @notice A protector's role ends only by an announced change.
    error RoleNotRenounced(bytes32 role);
    /// @notice The delay of the admin role never changes: its transfer is announced like other changes.
    error AdminDelayFixed();
    /// @notice No protector has approved the announced change.
    error ChangeNotApproved(bytes32 id);
    /// @notice The change was not announced, or was made, withdrawn or vetoed already.
    error ChangeNotAnnounced(bytes32 id);
    /// @notice The delay of the announced change has not passed; the largest number: withdrawals are not possible.
    error ChangeNotReady(uint64 readyAt);
    /// @notice The announced change was not made in time.
    error ChangeLapsed(uint64 lapsesAt);

    /// @notice Announces a change, which can be made until `CHANGE_DELAY` and `CHANGE_LIFETIME` have passed. It can be
    /// made once withdrawals were possible for `CHANGE_DELAY` without interruption since the announcement, or, when a
    /// protector has approved it, `CHANGE_DELAY` after the announcement. Announced again, it waits again. Only for the
    /// admin.
    /// @param data The calldata that the admin is going to send: of `setSigner`, `setAuditor`, `setTokenRule`,
    /// `rescue`, `unpauseWithdrawals`, `beginDefaultAdminTransfer`, or of `grantRole` or `revokeRole` for a protector's
    /// role.
    function announceChange(bytes calldata data) external;

    /// @notice Withdraws an announced change. Only for the admin.
    /// @param id Keccak-256 of the announced data.
    function withdrawChange(bytes32 id) external;

    /// @notice Vetoes an announced change, which then cannot be made. Only for protectors: accounts with PAUSER_ROLE or
    /// CANCELLER_ROLE, except the one whose role the change revokes.
    /// @param id Keccak-256 of the announced data.
    function vetoChange(bytes32 id) external;

    /// @notice Approves an announced change: it can be made `CHANGE_DELAY` after the announcement also when withdrawals
    /// are not possible. Only for protectors as with `vetoChange`, never for the admin. Others can still veto it.
    /// @param id Keccak-256 of the announced data.
    function approveChange(bytes32 id) external;

    /// @notice Since when withdrawals have been possible without a change of signer or pause, or a tighter rule; zero:
    /// they are not possible.
    function openSince() external view returns (uint64);

    /// @notice Since when withdrawals have been impossible, without having been possible for `CHANGE_DELAY` in between;
    /// zero: they are possible.
    function closedSince() external view returns (uint64);

    /// @notice From when an announced change can be made, if nothing stops withdrawals until then; zero: not announced;
    /// the largest number: not before withdrawals are possible or a protector approves it.
    /// @param id Keccak-256 of the announced data.
    function readyAt(bytes32 id) external view returns (uint64);

    /// @notice Role that can pause.
    function PAUSER_ROLE() external view returns (bytes32);

    /// @notice Role that can cancel vouchers.
    function CANCELLER_ROLE() external view returns (bytes32);

    /// @notice Role that can fund.
    function FUNDER_ROLE() external view returns (bytes32);

    /// @notice Seconds of possible withdrawals between the announcement of a change and the change: longer than any
    /// voucher lives.
    function CHANGE_DELAY() external view returns (uint64);

    /// @notice Seconds for which an announced change can be made.
    function CHANGE_LIFETIME() external view returns (uint64);
}
