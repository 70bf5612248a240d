// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "./VaultFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";

/// @dev A vault, a thief, and the keys of signer and auditor that the thief would set.
abstract contract ThiefFixture is VaultFixture {
    uint256 internal constant BAD_KEY = 0xbad;
    uint256 internal constant BAD_AUDITOR_KEY = 0xbadb;

    /// @dev The keys that the thief signs vouchers with.
    uint256 internal signerKey = SIGNER_KEY;
    uint256 internal auditorKey = AUDITOR_KEY;
    address internal thief = makeAddr("thief");
    uint256 private _vouchers;

    function take(address token, uint256 amount) internal {
        assertTrue(pays(token, amount));
    }

    function failToTake(address token, uint256 amount) internal {
        assertFalse(pays(token, amount));
    }

    /// @dev Whether the vault pays the thief a voucher that was signed with the thief's keys.
    function pays(address token, uint256 amount) internal returns (bool) {
        uint64 now_ = uint64(block.timestamp);
        bytes32 id = keccak256(abi.encode(++_vouchers));
        IVault.Voucher memory voucher = IVault.Voucher(id, thief, thief, token, amount, now_, now_ + 1 hours);
        (bytes memory signature, bytes memory second) = (signWith(signerKey, voucher), signWith(auditorKey, voucher));
        vm.prank(thief);
        try vault.withdraw(voucher, signature, second) {
            return true;
        } catch {
            return false;
        }
    }

    function guardPauses(address guard) internal {
        vm.prank(guard);
        vault.pauseWithdrawals();
    }

    function veto(address protector, bytes memory data) internal {
        vm.prank(protector);
        vault.vetoChange(keccak256(data));
    }

    function approve(address protector, bytes memory data) internal {
        vm.prank(protector);
        vault.approveChange(keccak256(data));
    }

    function failToVeto(address protector, bytes memory data) internal {
        vm.expectRevert(abi.encodeWithSelector(IChanges.NotProtector.selector, protector));
        veto(protector, data);
    }

    /// @dev Everything that helps the thief of the admin's key after a delay.
    function announcements() internal view returns (bytes[] memory made) {
        made = new bytes[](11);
        made[0] = badSigner();
        made[1] = abi.encodeCall(IVault.setTokenRule, (JU, loosestRule()));
        made[2] = abi.encodeCall(IVault.rescue, (JU, thief, 5 ether));
        made[3] = abi.encodeCall(IVault.unpauseWithdrawals, ());
        made[4] = revocation(vault.PAUSER_ROLE(), pauser);
        made[5] = revocation(vault.PAUSER_ROLE(), secondGuard);
        made[6] = revocation(vault.CANCELLER_ROLE(), canceller);
        made[7] = abi.encodeCall(IAccessControl.grantRole, (vault.PAUSER_ROLE(), thief));
        made[8] = abi.encodeCall(IAccessControlDefaultAdminRules.beginDefaultAdminTransfer, (thief));
        made[9] = abi.encodeCall(IVault.setTokenRule, (JU, tightestRule()));
        made[10] = badAuditor();
    }

    function badSigner() internal pure returns (bytes memory) {
        return abi.encodeCall(IVault.setSigner, (vm.addr(BAD_KEY)));
    }

    function badAuditor() internal pure returns (bytes memory) {
        return abi.encodeCall(IVault.setAuditor, (vm.addr(BAD_AUDITOR_KEY)));
    }

    function revocation(bytes32 role, address account) internal pure returns (bytes memory) {
        return abi.encodeCall(IAccessControl.revokeRole, (role, account));
    }

    function tightestRule() internal view returns (IVault.TokenRule memory tightest) {
        tightest = rule();
        tightest.window = vault.MAX_WINDOW();
        tightest.windowCap = FLOOR;
    }

    /// @dev Announces everything, and does everything that stops withdrawals and protectors without a delay.
    function adminStopsWhatItCan() internal returns (bytes[] memory announced) {
        announced = announcements();
        for (uint256 i; i < announced.length; ++i) {
            announce(announced[i]);
            assertFalse(adminTries(announced[i]));
        }
        vm.prank(admin);
        vault.removeSigner();
    }

    function adminTries(bytes memory data) internal returns (bool ok) {
        vm.prank(admin);
        (ok,) = address(vault).call(data);
    }

    /// @dev Whether alice can withdraw with the signer and auditor of the deployment.
    function aliceLeaves(uint256 amount) internal returns (bool) {
        IVault.Voucher memory voucher = voucherOf(JU, amount);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.prank(alice);
        try vault.withdraw(voucher, signature, second) {
            return true;
        } catch {
            return false;
        }
    }
}
