// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "./IChanges.sol";
import {ILeaving} from "./ILeaving.sol";

/// @title IVault: the interface of the vault
/// @notice The vault holds users' deposits and pays approved withdrawals. Native JU is the token
/// `address(0)`. Every deposit, withdrawal, funding, rescue and cancelled voucher carries the next number of one
/// sequence (`seq`), so that a reader of the logs can detect a missing event.
interface IVault is IChanges, ILeaving {
    /// @notice The rule of a token. `listed` and `minDeposit` limit deposits; `windowCap` and `window` limit
    /// withdrawals, also of a token that is no longer listed.
    /// @param listed Whether deposits and funding are accepted.
    /// @param window Seconds in which an exhausted cap refills completely.
    /// @param minDeposit Smallest deposit, in base units.
    /// @param windowCap Size of the withdrawal cap, in base units.
    struct TokenRule {
        bool listed;
        uint64 window;
        uint128 minDeposit;
        uint128 windowCap;
    }

    /// @notice The bounds of a token's rules: no rule passes them, whoever sets it. Fixed at deployment.
    /// @param window Shortest window, in seconds.
    /// @param shareBps Largest share of the accounted amount that a cap can be, in 1/10,000.
    /// @param floor Smallest cap, in base units: a cap is this much even if the share is less, so that the last holders
    /// of a token can withdraw too.
    /// @param windowCap Largest cap, in base units.
    struct Ceiling {
        uint64 window;
        uint16 shareBps;
        uint128 floor;
        uint128 windowCap;
    }

    /// @notice A token of the vault, with its first rule.
    struct Listing {
        address token;
        TokenRule rule;
        Ceiling ceiling;
    }

    /// @notice A payment that the ledger has approved. Valid from `validAfter` until before `deadline` (block time in
    /// seconds), once per `id`, and only when sent by `account`.
    struct Voucher {
        bytes32 id;
        address account;
        address to;
        address token;
        uint256 amount;
        uint64 validAfter;
        uint64 deadline;
    }

    /// @notice A user deposited. `amount` is the amount received; `ref` is the sender's reference.
    event Deposited(uint64 indexed seq, address indexed account, address indexed token, uint256 amount, bytes32 ref);
    /// @notice The operator added money that belongs to no user.
    event Funded(uint64 indexed seq, address indexed from, address indexed token, uint256 amount, bytes32 purpose);
    /// @notice A voucher was paid.
    event Withdrawn(
        uint64 indexed seq, bytes32 indexed id, address indexed account, address token, address to, uint256 amount
    );
    /// @notice A voucher id was invalidated without a payment.
    event VoucherCancelled(uint64 indexed seq, bytes32 indexed id);
    /// @notice Money that arrived outside deposits and funding was paid out.
    event Rescued(uint64 indexed seq, address indexed token, address indexed to, uint256 amount);
    /// @notice The signer of vouchers changed; the zero address means that no voucher is valid.
    event SignerChanged(address indexed previous, address indexed current);
    /// @notice The auditor changed, whose signature every voucher needs beside the signer's.
    event AuditorChanged(address indexed previous, address indexed current);
    /// @notice The rule of a token was set.
    event TokenRuleSet(address indexed token, bool listed, uint64 window, uint128 minDeposit, uint128 windowCap);
    /// @notice Deposits were paused.
    event DepositsPaused(address indexed by);
    /// @notice Deposits were resumed.
    event DepositsUnpaused(address indexed by);
    /// @notice Withdrawals were paused.
    event WithdrawalsPaused(address indexed by);
    /// @notice Withdrawals were resumed.
    event WithdrawalsUnpaused(address indexed by);

    /// @notice The signer is the zero address.
    error ZeroAddress();
    /// @notice The account demands nothing of this token.
    error NothingDemanded(address account, address token);
    /// @notice The amount is zero.
    error ZeroAmount();
    /// @notice The recipient is the zero address or the vault itself.
    error InvalidRecipient(address to);
    /// @notice Native JU is deposited with `depositNative` and funded with `fundNative`.
    error NativeTokenNotAccepted();
    /// @notice The vault's balance did not increase.
    error NothingReceived();
    /// @notice The recipient did not accept native JU.
    error NativeTransferFailed();
    /// @notice Deposits are paused.
    error DepositsArePaused();
    /// @notice Withdrawals are paused.
    error WithdrawalsArePaused();
    /// @notice The token is not listed.
    error TokenNotListed(address token);
    /// @notice The deposit is smaller than the token's minimum.
    error BelowMinimum(uint256 amount, uint256 minimum);
    /// @notice The window of a rule is shorter than `MIN_WINDOW`.
    error WindowTooShort(uint64 window);
    /// @notice The rule is looser than the token's ceiling allows; a token without a ceiling can have no rule.
    error CeilingExceeded(address token, uint64 window, uint128 windowCap);
    /// @notice The window of a rule is longer than `MAX_WINDOW`, or its cap is zero or smaller than the token's floor.
    error RuleTooTight(address token, uint64 window, uint128 floor);
    /// @notice The share of a ceiling is more than everything.
    error ShareTooLarge(uint16 shareBps);
    /// @notice The account is or was the signer or the auditor, and its old vouchers would be valid again.
    error SignerRetired(address signer);
    /// @notice The withdrawal exceeds the remainder of the token's cap.
    error WindowCapExceeded(address token, uint256 amount, uint256 left);
    /// @notice The withdrawal exceeds the token's accounted amount.
    error AccountedExceeded(address token, uint256 amount, uint256 accounted);
    /// @notice The rescue exceeds what arrived outside deposits and funding.
    error StrayExceeded(address token, uint256 amount, uint256 stray);
    /// @notice The sender is not the voucher's account.
    error NotVoucherAccount(address sender, address account);
    /// @notice The voucher id was paid or cancelled.
    error VoucherUsed(bytes32 id);
    /// @notice The voucher is not valid yet.
    error VoucherNotYetValid(uint64 validAfter);
    /// @notice The voucher's deadline has passed.
    error VoucherExpired(uint64 deadline);
    /// @notice More than `MAX_VOUCHER_TTL` lies between `validAfter` and `deadline`.
    error VoucherLifetimeTooLong(uint64 validAfter, uint64 deadline);
    /// @notice The signature is not the signer's for this voucher, vault and chain.
    error InvalidVoucherSignature();
    /// @notice The second signature is not the auditor's for this voucher, vault and chain.
    error InvalidAuditorSignature();

    /// @notice Deposits the JU sent along to the sender's account.
    /// @param ref The sender's reference, repeated in the event.
    function depositNative(bytes32 ref) external payable;

    /// @notice Deposits a listed token, approved beforehand, to the sender's account. Credits the amount received.
    /// @param ref The sender's reference, repeated in the event.
    function deposit(address token, uint256 amount, bytes32 ref) external;

    /// @notice Like `deposit`, with an ERC-2612 permit instead of an approval.
    function depositWithPermit(
        address token,
        uint256 amount,
        bytes32 ref,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;

    /// @notice Pays a voucher to its `to`. Only the voucher's account can call it.
    /// @param signature The signer's EIP-712 signature of the voucher.
    /// @param auditorSignature The auditor's EIP-712 signature of the same voucher.
    function withdraw(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature) external;

    /// @notice Uses a voucher to an account that demands the token: the amount is then the account's to `collect`.
    /// Anyone can call it.
    function payDemand(Voucher calldata voucher, bytes calldata signature, bytes calldata auditorSignature) external;

    /// @notice Adds a listed token that belongs to no user. Only for FUNDER_ROLE.
    /// @param purpose Its purpose, ASCII padded with zeros on the right: "treasury" or "emission".
    function fund(address token, uint256 amount, bytes32 purpose) external;

    /// @notice Like `fund`, with the JU sent along.
    function fundNative(bytes32 purpose) external payable;

    /// @notice Pays out money that arrived outside deposits and funding, at most `balance - accounted`. Only for the
    /// admin, and only as announced.
    function rescue(address token, address to, uint256 amount) external;

    /// @notice Invalidates a voucher id, also while withdrawals are paused. Only for CANCELLER_ROLE.
    function cancelVoucher(bytes32 id) external;

    /// @notice Changes the signer; vouchers of the previous one are invalid from now on. Only for the admin, only as
    /// announced, and never to an account that was signer or auditor before.
    function setSigner(address signer_) external;

    /// @notice Changes the auditor; vouchers of the previous one are invalid from now on. Only for the admin, only as
    /// announced, and never to an account that was signer or auditor before.
    function setAuditor(address auditor_) external;

    /// @notice Removes the signer immediately: no voucher is valid until another one is set. Only for the admin.
    /// Announced changes then need a protector's approval.
    function removeSigner() external;

    /// @notice Sets the rule of a token, within its bounds. The spent amount remains spent: it refilled at the old rate
    /// until now and refills at the new rate from now on. Only for the admin. A rule with a higher `minDeposit`, or
    /// that no longer lists the token, applies immediately; any other must have been announced, a tighter cap or window
    /// too, because it would stop withdrawals.
    function setTokenRule(address token, TokenRule calldata rule) external;

    /// @notice Pauses deposits. Only for PAUSER_ROLE.
    function pauseDeposits() external;

    /// @notice Resumes deposits. Only for the admin.
    function unpauseDeposits() external;

    /// @notice Pauses withdrawals. Only for PAUSER_ROLE, which the guards have.
    function pauseWithdrawals() external;

    /// @notice Resumes withdrawals. Only for the admin, and only as announced and approved, without a delay: no single
    /// key resumes what a guard has stopped.
    function unpauseWithdrawals() external;

    /// @notice Number of the last event of the sequence; the first is 1.
    function seq() external view returns (uint64);

    /// @notice The amount deposited or funded and not withdrawn. The rest of the balance arrived by accident.
    function accounted(address token) external view returns (uint256);

    /// @notice The part of `accounted` that was funded; the rest are users' deposits less their withdrawals.
    function funded(address token) external view returns (uint256);

    /// @notice What an account has deposited and withdrawn of a token since the vault was deployed, in base units, and
    /// the block of its first deposit; zero: none.
    function totalsOf(address account, address token)
        external
        view
        returns (uint112 deposited, uint112 withdrawn, uint32 firstDeposit);

    /// @notice Whether deposits are paused.
    function depositsPaused() external view returns (bool);

    /// @notice Whether withdrawals are paused.
    function withdrawalsPaused() external view returns (bool);

    /// @notice The account whose signature makes a voucher valid, with the auditor's; zero: no voucher is valid.
    function signer() external view returns (address);

    /// @notice The account that signs each voucher a second time.
    function auditor() external view returns (address);

    /// @notice Whether an account is or was the signer or the auditor; none becomes either of them twice.
    function wasSigner(address account) external view returns (bool);

    /// @notice Whether a voucher id was paid or cancelled.
    function used(bytes32 id) external view returns (bool);

    /// @notice The EIP-712 digest that the signer signs.
    function voucherHash(Voucher calldata voucher) external view returns (bytes32);

    /// @notice The rule of a token; all zero when it never had one.
    function ruleOf(address token)
        external
        view
        returns (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap);

    /// @notice The bounds of a token's rules; all zero: none.
    function ceilingOf(address token)
        external
        view
        returns (uint64 window, uint16 shareBps, uint128 floor, uint128 windowCap);

    /// @notice How much of a token can be withdrawn now: what is not spent of the cap, at most the accounted amount.
    /// It is never more than `windowCap`, nor more than the share of the accounted amount or the floor, whichever is
    /// larger. The cap is a bucket that refills evenly over `window`: while the rule stays, in any span of t seconds at
    /// most `windowCap * (1 + t / window)` is paid, so never more than twice the cap in one window; across changes the
    /// ceiling's cap and window bound it. One window after the last withdrawal the cap is full again.
    function windowLeft(address token) external view returns (uint256);

    /// @notice The cap of a token now, in base units: the share of what would be accounted for if nothing of the cap
    /// were spent, rounded down; at least the floor, at most `windowCap`. Spending does not change it, refilling lowers
    /// it to the share of what is left.
    function capOf(address token) external view returns (uint256);

    /// @notice The used part of a token's cap: the spent amount less the refill since then, rounded up.
    function spentNow(address token) external view returns (uint128);

    /// @notice The EIP-712 type hash of `Voucher`.
    function VOUCHER_TYPEHASH() external view returns (bytes32);

    /// @notice Shortest window of a rule, in seconds: a shorter one would refill a cap immediately.
    function MIN_WINDOW() external view returns (uint64);

    /// @notice Longest window of a rule, in seconds.
    function MAX_WINDOW() external view returns (uint64);

    /// @notice Longest time between `validAfter` and `deadline` of a voucher, in seconds.
    function MAX_VOUCHER_TTL() external view returns (uint64);
}
