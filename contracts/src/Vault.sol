// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Vault: holds what participants recharge, pays what the ledger has approved
/// @notice Native JU is the token `address(0)`. Every movement of money, and every cancelled voucher, carries the next
/// number of one sequence, so that a reader of the logs sees at once when one is missing.
/// There is no receive(): JU sent without a call is refused instead of lost.
contract Vault is AccessControlDefaultAdminRules, ReentrancyGuard, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice A payment the ledger has approved. Good from `validAfter` until before `deadline`, once per `id`, and
    /// only in the hands of `account`.
    struct Voucher {
        bytes32 id;
        address account;
        address to;
        address token;
        uint256 amount;
        uint64 validAfter;
        uint64 deadline;
    }

    /// @notice What holds for a token. `listed` and `minDeposit` rule what comes in; `windowCap` and `window` rule what
    /// goes out, also when the token is no longer listed.
    struct TokenRule {
        bool listed;
        uint64 window;
        uint128 minDeposit;
        uint128 windowCap;
    }

    /// @dev `spent` as it stood at `since`; it drains with time.
    struct Spending {
        uint128 spent;
        uint64 since;
    }

    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");
    bytes32 public constant CANCELLER_ROLE = keccak256("CANCELLER_ROLE");
    bytes32 public constant FUNDER_ROLE = keccak256("FUNDER_ROLE");
    bytes32 public constant VOUCHER_TYPEHASH = keccak256(
        "Voucher(bytes32 id,address account,address to,address token,uint256 amount,uint64 validAfter,uint64 deadline)"
    );
    /// @notice The longest time, in seconds, between `validAfter` and `deadline` of a voucher.
    uint64 public constant MAX_VOUCHER_TTL = 1 days;
    /// @notice The shortest window of a rule, in seconds: a shorter one would refill a cap at once.
    uint64 public constant MIN_WINDOW = 1 hours;

    address private constant NATIVE = address(0);

    /// @notice The number of the last event of the sequence; the first is 1.
    uint64 public seq;
    bool public depositsPaused;
    bool public withdrawalsPaused;
    /// @notice Whose signature makes a voucher good.
    address public signer;

    /// @notice Whether a voucher id was paid or cancelled.
    mapping(bytes32 id => bool) public used;
    mapping(address token => TokenRule) public ruleOf;
    /// @notice What came in by deposit or funding and has not been withdrawn. The rest of the balance came by accident.
    mapping(address token => uint256) public accounted;

    mapping(address token => Spending) private _spending;

    event Deposited(uint64 indexed seq, address indexed account, address indexed token, uint256 amount, bytes32 ref);
    event Withdrawn(
        uint64 indexed seq, bytes32 indexed id, address indexed account, address token, address to, uint256 amount
    );
    event VoucherCancelled(uint64 indexed seq, bytes32 indexed id);
    event Funded(uint64 indexed seq, address indexed from, address indexed token, uint256 amount, bytes32 purpose);
    event Rescued(uint64 indexed seq, address indexed token, address indexed to, uint256 amount);
    event SignerChanged(address indexed previous, address indexed current);
    event TokenRuleSet(address indexed token, bool listed, uint64 window, uint128 minDeposit, uint128 windowCap);
    event DepositsPaused(address indexed by);
    event DepositsUnpaused(address indexed by);
    event WithdrawalsPaused(address indexed by);
    event WithdrawalsUnpaused(address indexed by);

    error ZeroAddress();
    error ZeroAmount();
    error BadRule(uint64 window);
    error BadRecipient(address to);
    error DepositsArePaused();
    error WithdrawalsArePaused();
    error TokenNotListed(address token);
    error BelowMinimum(uint256 amount, uint256 minimum);
    error NativeNeedsOwnCall();
    error NothingReceived();
    error NotVoucherAccount(address sender, address account);
    error VoucherUsed(bytes32 id);
    error VoucherNotYetValid(uint64 validAfter);
    error VoucherExpired(uint64 deadline);
    error VoucherLivesTooLong(uint64 validAfter, uint64 deadline);
    error BadVoucherSignature();
    error WindowCapExceeded(address token, uint256 amount, uint256 left);
    error MoreThanAccounted(address token, uint256 amount, uint256 accounted);
    error MoreThanStray(address token, uint256 amount, uint256 stray);
    error NativeTransferFailed();

    constructor(uint48 adminDelay, address admin, address signer_)
        AccessControlDefaultAdminRules(adminDelay, admin)
        EIP712("City Mint Vault", "1")
    {
        // Check
        if (signer_ == address(0)) revert ZeroAddress();
        // Effect
        signer = signer_;
        emit SignerChanged(address(0), signer_);
    }

    /// @notice Recharges the sender's account with the JU sent along.
    /// @param ref The sender's own reference; the vault only repeats it.
    function depositNative(bytes32 ref) external payable nonReentrant {
        // Check
        _checkDeposit(NATIVE, msg.value);
        // Effect
        accounted[NATIVE] += msg.value;
        emit Deposited(_nextSeq(), msg.sender, NATIVE, msg.value, ref);
    }

    /// @notice Recharges the sender's account with a listed token, which the sender has approved before.
    function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {
        _deposit(token, amount, ref);
    }

    /// @notice Like `deposit`, with the approval signed instead of sent.
    function depositWithPermit(
        address token,
        uint256 amount,
        bytes32 ref,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        // Anyone may have used the permit before us; then the allowance is there and the deposit still works.
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _deposit(token, amount, ref);
    }

    /// @notice Pays a voucher to its `to`. Only its account can send it.
    function withdraw(Voucher calldata voucher, bytes calldata signature) external nonReentrant {
        // Check
        _checkVoucher(voucher, signature);
        uint256 left = windowLeft(voucher.token);
        if (voucher.amount > left) revert WindowCapExceeded(voucher.token, voucher.amount, left);
        uint256 held = accounted[voucher.token];
        if (voucher.amount > held) revert MoreThanAccounted(voucher.token, voucher.amount, held);
        // Effect
        used[voucher.id] = true;
        // amount <= left <= windowCap, and spent + left <= windowCap: it fits.
        uint128 spent = spentNow(voucher.token) + uint128(voucher.amount);
        _spending[voucher.token] = Spending(spent, uint64(block.timestamp));
        accounted[voucher.token] = held - voucher.amount;
        emit Withdrawn(_nextSeq(), voucher.id, voucher.account, voucher.token, voucher.to, voucher.amount);
        // Interaction
        _pay(voucher.token, voucher.to, voucher.amount);
    }

    /// @notice Makes a voucher id worthless, also while withdrawals are paused.
    function cancelVoucher(bytes32 id) external onlyRole(CANCELLER_ROLE) {
        // Check
        if (used[id]) revert VoucherUsed(id);
        // Effect
        used[id] = true;
        emit VoucherCancelled(_nextSeq(), id);
    }

    /// @notice Adds a listed token to what the vault holds, as nobody's deposit.
    /// @param purpose What it is for, ASCII padded with zeros on the right: "treasury", "emission".
    function fund(address token, uint256 amount, bytes32 purpose) external nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        if (token == NATIVE) revert NativeNeedsOwnCall();
        if (!ruleOf[token].listed) revert TokenNotListed(token);
        // Interaction
        uint256 received = _pull(token, amount);
        // Effect
        accounted[token] += received;
        emit Funded(_nextSeq(), msg.sender, token, received, purpose);
    }

    /// @notice Adds the JU sent along to what the vault holds, as nobody's deposit.
    function fundNative(bytes32 purpose) external payable nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        if (!ruleOf[NATIVE].listed) revert TokenNotListed(NATIVE);
        if (msg.value == 0) revert NothingReceived();
        // Effect
        accounted[NATIVE] += msg.value;
        emit Funded(_nextSeq(), msg.sender, NATIVE, msg.value, purpose);
    }

    /// @notice Pays out what came by accident: at most `balance - accounted`.
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        uint256 stray = _balance(token) - accounted[token];
        if (amount > stray) revert MoreThanStray(token, amount, stray);
        // Effect
        emit Rescued(_nextSeq(), token, to, amount);
        // Interaction
        _pay(token, to, amount);
    }

    /// @notice Changes whose vouchers are good. Vouchers of the previous signer are worthless from now on.
    function setSigner(address signer_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (signer_ == address(0)) revert ZeroAddress();
        // Effect
        emit SignerChanged(signer, signer_);
        signer = signer_;
    }

    /// @notice Sets the rule of a token. What was spent stays spent: it drains at the old rate up to now, at the new
    /// rate from now on. A higher cap or a shorter window lets more out: that is the admin's to answer for, and logged.
    function setTokenRule(address token, TokenRule calldata rule) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (rule.window < MIN_WINDOW) revert BadRule(rule.window);
        // Effect
        _spending[token] = Spending(spentNow(token), uint64(block.timestamp));
        ruleOf[token] = rule;
        emit TokenRuleSet(token, rule.listed, rule.window, rule.minDeposit, rule.windowCap);
    }

    /// @notice Stopping is for the quick hand, starting again for the admin.
    function pauseDeposits() external onlyRole(PAUSER_ROLE) {
        depositsPaused = true;
        emit DepositsPaused(msg.sender);
    }

    function unpauseDeposits() external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositsPaused = false;
        emit DepositsUnpaused(msg.sender);
    }

    function pauseWithdrawals() external onlyRole(PAUSER_ROLE) {
        withdrawalsPaused = true;
        emit WithdrawalsPaused(msg.sender);
    }

    function unpauseWithdrawals() external onlyRole(DEFAULT_ADMIN_ROLE) {
        withdrawalsPaused = false;
        emit WithdrawalsUnpaused(msg.sender);
    }

    /// @notice The EIP-712 digest that the signer signs.
    function voucherHash(Voucher calldata voucher) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    VOUCHER_TYPEHASH,
                    voucher.id,
                    voucher.account,
                    voucher.to,
                    voucher.token,
                    voucher.amount,
                    voucher.validAfter,
                    voucher.deadline
                )
            )
        );
    }

    /// @notice How much of a token may be withdrawn now. A bucket of `windowCap` that refills evenly over `window`:
    /// in any span of t seconds at most `windowCap * (1 + t / window)` leaves, so never more than twice the cap in
    /// one window, and no edge between windows to wait for.
    function windowLeft(address token) public view returns (uint256) {
        uint128 cap = ruleOf[token].windowCap;
        uint128 spent = spentNow(token);
        return spent < cap ? cap - spent : 0;
    }

    /// @notice What of the bucket is used up now: what was spent less what has refilled since, rounded against the
    /// one who withdraws.
    function spentNow(address token) public view returns (uint128) {
        TokenRule storage rule = ruleOf[token];
        Spending storage spending = _spending[token];
        if (spending.spent == 0) return 0;
        uint256 refilled = (block.timestamp - spending.since) * rule.windowCap / rule.window;
        // forge-lint: disable-next-line(unsafe-typecast) -- smaller than spent
        return refilled < spending.spent ? spending.spent - uint128(refilled) : 0;
    }

    function _deposit(address token, uint256 amount, bytes32 ref) private {
        // Check
        if (token == NATIVE) revert NativeNeedsOwnCall();
        _checkDeposit(token, amount);
        // Interaction: before the effect, because what arrived is what is credited; every door is nonReentrant.
        uint256 received = _pull(token, amount);
        // Effect
        accounted[token] += received;
        emit Deposited(_nextSeq(), msg.sender, token, received, ref);
    }

    function _checkDeposit(address token, uint256 amount) private view {
        if (depositsPaused) revert DepositsArePaused();
        TokenRule storage rule = ruleOf[token];
        if (!rule.listed) revert TokenNotListed(token);
        if (amount == 0) revert ZeroAmount();
        if (amount < rule.minDeposit) revert BelowMinimum(amount, rule.minDeposit);
    }

    function _checkVoucher(Voucher calldata voucher, bytes calldata signature) private view {
        if (withdrawalsPaused) revert WithdrawalsArePaused();
        if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);
        if (voucher.to == address(0) || voucher.to == address(this)) revert BadRecipient(voucher.to);
        if (voucher.amount == 0) revert ZeroAmount();
        if (used[voucher.id]) revert VoucherUsed(voucher.id);
        if (block.timestamp < voucher.validAfter) revert VoucherNotYetValid(voucher.validAfter);
        if (block.timestamp >= voucher.deadline) revert VoucherExpired(voucher.deadline);
        // No underflow: validAfter <= now < deadline.
        if (voucher.deadline - voucher.validAfter > MAX_VOUCHER_TTL) {
            revert VoucherLivesTooLong(voucher.validAfter, voucher.deadline);
        }
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(voucherHash(voucher), signature);
        if (failure != ECDSA.RecoverError.NoError || recovered != signer) revert BadVoucherSignature();
    }

    function _pull(address token, uint256 amount) private returns (uint256 received) {
        uint256 before = _balance(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        received = _balance(token) - before;
        if (received == 0) revert NothingReceived();
    }

    function _pay(address token, address to, uint256 amount) private {
        if (token == NATIVE) {
            (bool paid,) = to.call{value: amount}("");
            if (!paid) revert NativeTransferFailed();
        } else {
            IERC20(token).safeTransfer(to, amount);
        }
    }

    function _balance(address token) private view returns (uint256) {
        return token == NATIVE ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function _nextSeq() private returns (uint64) {
        seq += 1;
        return seq;
    }
}
