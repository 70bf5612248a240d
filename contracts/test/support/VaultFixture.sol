// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {FMC} from "../../src/FMC.sol";
import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Test} from "forge-std/Test.sol";

/// @dev A vault with JU and FMC listed, funded with 1,000 of each, and an account for each role; `pauser` and
/// `secondGuard` are both guards.
abstract contract VaultFixture is Test {
    uint64 internal constant START = 1_800_000_000;
    uint64 internal constant WINDOW = 1 days;
    uint128 internal constant MINIMUM = 0.001 ether;
    uint128 internal constant CAP = 100 ether;
    /// @dev The loosest rule: ten times the cap in an hour.
    uint128 internal constant CEILING_CAP = 1000 ether;
    uint64 internal constant CEILING_WINDOW = 1 hours;
    uint16 internal constant SHARE_BPS = 5000;
    uint128 internal constant FLOOR = 1 ether;
    uint256 internal constant HELD = 1000 ether;
    uint256 internal constant SIGNER_KEY = 0xa11ce;
    uint256 internal constant AUDITOR_KEY = 0xa0d17;
    address internal constant JU = address(0);
    bytes32 internal constant REF = "ref";

    address internal admin = makeAddr("admin");
    address internal pauser = makeAddr("pauser");
    address internal secondGuard = makeAddr("second guard");
    address internal canceller = makeAddr("canceller");
    address internal funder = makeAddr("funder");
    address internal scribe = makeAddr("scribe");
    address internal alice = makeAddr("alice");
    address internal bob = makeAddr("bob");

    FMC internal fmc;
    Vault internal vault;
    uint256 private _lastId;

    function setUp() public virtual {
        vm.warp(START);
        fmc = new FMC(funder, 1_000_000 ether);
        vault = newVault();
        vm.deal(funder, 1_000_000 ether);
        vm.startPrank(funder);
        vault.fundNative{value: HELD}("treasury");
        fmc.approve(address(vault), HELD);
        vault.fund(address(fmc), HELD, "emission");
        fmc.transfer(alice, 10_000 ether);
        vm.stopPrank();
        vm.deal(alice, 10_000 ether);
    }

    function newVault() internal returns (Vault) {
        return newVaultOf(listings(address(fmc)));
    }

    function newVaultOf(IVault.Listing[] memory listed) internal returns (Vault) {
        return new Vault(admin, vm.addr(SIGNER_KEY), vm.addr(AUDITOR_KEY), holders(), listed, scribe, 2 days);
    }

    function holders() internal view returns (IChanges.Holders memory made) {
        made = IChanges.Holders(new address[](2), new address[](1), new address[](1));
        (made.guards[0], made.guards[1]) = (pauser, secondGuard);
        (made.cancellers[0], made.funders[0]) = (canceller, funder);
    }

    function rule() internal pure returns (IVault.TokenRule memory) {
        return IVault.TokenRule({listed: true, window: WINDOW, minDeposit: MINIMUM, windowCap: CAP});
    }

    /// @dev The loosest rule within the ceiling.
    function loosestRule() internal pure returns (IVault.TokenRule memory loosest) {
        loosest = rule();
        loosest.window = CEILING_WINDOW;
        loosest.windowCap = CEILING_CAP;
    }

    /// @dev Listings of JU and another token.
    function listings(address token) internal pure returns (IVault.Listing[] memory made) {
        made = new IVault.Listing[](2);
        IVault.Ceiling memory ceiling = IVault.Ceiling(CEILING_WINDOW, SHARE_BPS, FLOOR, CEILING_CAP);
        made[0] = IVault.Listing(JU, rule(), ceiling);
        made[1] = IVault.Listing(token, rule(), ceiling);
    }

    /// @dev Replaces the vault by one that lists another token than FMC, and holds nothing.
    function listInNewVault(address token) internal {
        vault = newVaultOf(listings(token));
    }

    function setRule(address token, IVault.TokenRule memory next) internal {
        vm.prank(admin);
        vault.setTokenRule(token, next);
    }

    /// @dev The admin announces a call, waits until it can be made, and makes it.
    function changeAnnounced(bytes memory data) internal {
        announce(data);
        vm.warp(block.timestamp + vault.CHANGE_DELAY());
        adminCalls(data);
    }

    function announce(bytes memory data) internal {
        vm.prank(admin);
        vault.announceChange(data);
    }

    /// @dev The admin announces a call, and a protector approves it.
    function announceApproved(bytes memory data) internal {
        announce(data);
        vm.prank(canceller);
        vault.approveChange(keccak256(data));
    }

    /// @dev The admin sends a call; reverts with its error.
    function adminCalls(bytes memory data) internal {
        vm.prank(admin);
        (bool ok, bytes memory reply) = address(vault).call(data);
        if (!ok) {
            assembly {
                revert(add(reply, 32), mload(reply))
            }
        }
    }

    function adminCallsExpecting(bytes memory data, bytes memory refusal) internal {
        vm.prank(admin);
        (bool ok, bytes memory reply) = address(vault).call(data);
        assertFalse(ok);
        assertEq(reply, refusal);
    }

    /// @dev A voucher with the next id for alice, to bob, valid from now for an hour.
    function voucherOf(address token, uint256 amount) internal returns (IVault.Voucher memory) {
        uint64 now_ = uint64(block.timestamp);
        return IVault.Voucher(bytes32(++_lastId), alice, bob, token, amount, now_, now_ + 1 hours);
    }

    function sign(IVault.Voucher memory voucher) internal view returns (bytes memory) {
        return signWith(SIGNER_KEY, voucher);
    }

    function cosign(IVault.Voucher memory voucher) internal view returns (bytes memory) {
        return signWith(AUDITOR_KEY, voucher);
    }

    function signWith(uint256 key, IVault.Voucher memory voucher) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, vault.voucherHash(voucher));
        return abi.encodePacked(r, s, v);
    }

    /// @dev Alice sends the voucher with a valid signature.
    function send(IVault.Voucher memory voucher) internal {
        withdrawAs(alice, voucher, sign(voucher));
    }

    function sendExpecting(IVault.Voucher memory voucher, bytes memory refusal) internal {
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.prank(alice);
        vm.expectRevert(refusal);
        vault.withdraw(voucher, signature, second);
    }

    /// @dev Sends the voucher with this signature and the auditor's.
    function withdrawAs(address sender, IVault.Voucher memory voucher, bytes memory signature) internal {
        bytes memory second = cosign(voucher);
        vm.prank(sender);
        vault.withdraw(voucher, signature, second);
    }

    function delist(address token) internal {
        IVault.TokenRule memory unlisted = rule();
        unlisted.listed = false;
        setRule(token, unlisted);
    }

    function depositExpecting(address token, uint256 amount, bytes memory refusal) internal {
        vm.prank(alice);
        vm.expectRevert(refusal);
        vault.deposit(token, amount, REF);
    }

    function expectMissingRole(address account, bytes32 role) internal {
        bytes4 selector = IAccessControl.AccessControlUnauthorizedAccount.selector;
        vm.expectRevert(abi.encodeWithSelector(selector, account, role));
    }
}
