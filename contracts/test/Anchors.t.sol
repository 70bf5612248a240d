// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "../src/Anchors.sol";
import {IAnchors} from "../src/IAnchors.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";
import {Test} from "forge-std/Test.sol";

contract AnchorsTest is Test {
    address private constant TOKEN = address(0xf);
    bytes32 private constant ROOT = keccak256("root");
    bytes32 private constant SUBJECT = "settlement/7";

    address private _admin = makeAddr("admin");
    address private _scribe = makeAddr("scribe");
    Anchors private _anchors;

    function setUp() public {
        vm.roll(1000);
        _anchors = new Anchors(2 days, _admin, _scribe);
    }

    function test_anchorLiabilities_WhenTheSenderHasNoRole_ItReverts() public {
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        _anchors.anchorLiabilities(TOKEN, ROOT, 1, 10);
    }

    function test_anchorLiabilities_WhenTheRootIsEmpty_ItReverts() public {
        vm.prank(_scribe);
        vm.expectRevert(IAnchors.EmptyRoot.selector);
        _anchors.anchorLiabilities(TOKEN, bytes32(0), 1, 10);
    }

    function test_anchorLiabilities_WhenTheBlockIsInTheFuture_ItReverts() public {
        vm.prank(_scribe);
        vm.expectRevert(abi.encodeWithSelector(IAnchors.BlockInFuture.selector, 1001, 1000));
        _anchors.anchorLiabilities(TOKEN, ROOT, 1, 1001);
    }

    function test_anchorLiabilities_WhenTheBlockIsNotLaterThanTheLast_ItReverts() public {
        vm.startPrank(_scribe);
        _anchors.anchorLiabilities(TOKEN, ROOT, 1, 10);
        vm.expectRevert(abi.encodeWithSelector(IAnchors.BlockNotLater.selector, 10, 10));
        _anchors.anchorLiabilities(TOKEN, ROOT, 1, 10);
    }

    function test_anchorLiabilities_WhenTheBlockIsLater_ItOpensTheNextEpoch() public {
        vm.startPrank(_scribe);
        assertEq(_anchors.anchorLiabilities(TOKEN, ROOT, 7, 10), 1);
        vm.expectEmit(address(_anchors));
        emit IAnchors.LiabilitiesAnchored(TOKEN, 2, ROOT, 8, 1000);
        assertEq(_anchors.anchorLiabilities(TOKEN, ROOT, 8, 1000), 2);
        assertEq(_anchors.epochOf(TOKEN), 2);
        assertEq(_anchors.liabilitiesAt(TOKEN, 1).total, 7);
        assertEq(_anchors.liabilitiesAt(TOKEN, 2).asOfBlock, 1000);
        assertEq(_anchors.liabilitiesAt(TOKEN, 3).root, bytes32(0));
    }

    function testFuzz_anchorLiabilities_ItOnlyIncreasesTheBlock(uint64[8] calldata blocks) public {
        vm.startPrank(_scribe);
        uint64 last;
        uint64 epochs;
        for (uint256 i; i < blocks.length; ++i) {
            uint64 asOf = uint64(bound(blocks[i], 1, 1000));
            if (asOf <= last) vm.expectPartialRevert(IAnchors.BlockNotLater.selector);
            else (last, epochs) = (asOf, epochs + 1);
            _anchors.anchorLiabilities(TOKEN, ROOT, i, asOf);
        }
        assertEq(_anchors.epochOf(TOKEN), epochs);
        assertEq(_anchors.liabilitiesAt(TOKEN, epochs).asOfBlock, last);
    }

    function test_anchor_WhenTheSenderHasNoRole_ItReverts() public {
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        _anchors.anchor(SUBJECT, ROOT);
    }

    function test_anchor_WhenTheRootIsEmpty_ItReverts() public {
        vm.prank(_scribe);
        vm.expectRevert(IAnchors.EmptyRoot.selector);
        _anchors.anchor(SUBJECT, bytes32(0));
    }

    function test_anchor_WhenTheSubjectHasARoot_ItReverts() public {
        vm.startPrank(_scribe);
        _anchors.anchor(SUBJECT, ROOT);
        vm.expectRevert(abi.encodeWithSelector(IAnchors.SubjectAlreadyAnchored.selector, SUBJECT));
        _anchors.anchor(SUBJECT, keccak256("another"));
    }

    function test_anchor_WhenTheSubjectHasNone_ItStoresTheRoot() public {
        vm.expectEmit(address(_anchors));
        emit IAnchors.RootAnchored(SUBJECT, ROOT);
        vm.prank(_scribe);
        _anchors.anchor(SUBJECT, ROOT);
        assertEq(_anchors.rootOf(SUBJECT), ROOT);
    }

    function test_verify_WhenTheSubjectHasNoRoot_ItReturnsFalse() public view {
        assertFalse(_anchors.verify(SUBJECT, new bytes32[](0), "leaf"));
    }

    function test_verify_WhenAnInnerNodeIsPassedAsALeaf_ItReturnsFalse() public {
        (bytes32 left, bytes32 right) = (_leafHash("a"), _leafHash("b"));
        _anchor(Hashes.commutativeKeccak256(left, right));
        assertFalse(_anchors.verify(SUBJECT, new bytes32[](0), abi.encodePacked(left, right)));
        assertFalse(_anchors.verify(SUBJECT, new bytes32[](0), abi.encodePacked(right, left)));
    }

    function testFuzz_verify_ItAcceptsEachLeafAndNoOther(bytes[4] calldata leaves, bytes calldata other) public {
        bytes32[4] memory hashes;
        for (uint256 i; i < 4; ++i) {
            vm.assume(keccak256(leaves[i]) != keccak256(other));
            hashes[i] = _leafHash(leaves[i]);
        }
        bytes32 left = Hashes.commutativeKeccak256(hashes[0], hashes[1]);
        bytes32 right = Hashes.commutativeKeccak256(hashes[2], hashes[3]);
        _anchor(Hashes.commutativeKeccak256(left, right));
        for (uint256 i; i < 4; ++i) {
            bytes32[] memory proof = new bytes32[](2);
            (proof[0], proof[1]) = (hashes[i ^ 1], i < 2 ? right : left);
            assertTrue(_anchors.verify(SUBJECT, proof, leaves[i]));
            assertFalse(_anchors.verify(SUBJECT, proof, other));
        }
    }

    function _anchor(bytes32 root) private {
        vm.prank(_scribe);
        _anchors.anchor(SUBJECT, root);
    }

    function _leafHash(bytes memory leaf) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(leaf)));
    }
}
