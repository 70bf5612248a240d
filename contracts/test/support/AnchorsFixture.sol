// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "../../src/Anchors.sol";
import {IAnchors} from "../../src/IAnchors.sol";
import {VaultFixture} from "./VaultFixture.sol";

/// @dev Anchors of the fixture's vault, with its admin and a scribe.
abstract contract AnchorsFixture is VaultFixture {
    Anchors internal anchors;

    function setUp() public virtual override {
        super.setUp();
        anchors = Anchors(vault.ANCHORS());
    }

    function signRoot(uint256 key, bytes32 subject, bytes32 root) internal view returns (bytes memory) {
        return signHash(key, anchors.rootHash(subject, root));
    }

    function signLiabilities(uint256 key, IAnchors.Statement memory made) internal view returns (bytes memory) {
        return signHash(key, anchors.liabilitiesHash(made));
    }

    function signHash(uint256 key, bytes32 hash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    /// @dev The scribe anchors a root that the auditor signed.
    function anchorSigned(bytes32 subject, bytes32 root) internal {
        anchorAs(scribe, subject, root, signRoot(AUDITOR_KEY, subject, root));
    }

    function anchorAs(address sender, bytes32 subject, bytes32 root, bytes memory signature) internal {
        vm.prank(sender);
        anchors.anchor(subject, root, signature);
    }

    function anchorExpecting(bytes32 subject, bytes32 root, bytes memory signature, bytes memory refusal) internal {
        vm.expectRevert(refusal);
        anchorAs(scribe, subject, root, signature);
    }
}
