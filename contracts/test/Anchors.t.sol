// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "../src/Anchors.sol";
import {IAnchors} from "../src/IAnchors.sol";
import {IVault} from "../src/IVault.sol";
import {AnchorsFixture} from "./support/AnchorsFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";

contract AnchorsTest is AnchorsFixture {
    address private constant TOKEN = address(0xf);
    bytes32 private constant ROOT = keccak256("root");
    bytes32 private constant SUBJECT = keccak256("settlement/7/0xab");

    function setUp() public override {
        super.setUp();
        vm.roll(1000);
    }

    function test_anchorLiabilities_WhenTheSenderHasNoRole_ItReverts() public {
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, 1, 10));
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        anchors.anchorLiabilities(_of(ROOT, 1, 10), signature);
    }

    function test_anchorLiabilities_WhenTheRootIsEmpty_ItReverts() public {
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(bytes32(0), 1, 10));
        vm.expectRevert(IAnchors.EmptyRoot.selector);
        _anchorLiabilities(bytes32(0), 1, 10, signature);
    }

    function test_anchorLiabilities_WhenTheBlockIsInTheFuture_ItReverts() public {
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, 1, 1001));
        vm.expectRevert(abi.encodeWithSelector(IAnchors.BlockInFuture.selector, 1001, 1000));
        _anchorLiabilities(ROOT, 1, 1001, signature);
    }

    function test_anchorLiabilities_WhenTheBlockIsNotLaterThanTheLast_ItReverts() public {
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, 1, 10));
        _anchorLiabilities(ROOT, 1, 10, signature);
        vm.expectRevert(abi.encodeWithSelector(IAnchors.BlockNotLater.selector, 10, 10));
        _anchorLiabilities(ROOT, 1, 10, signature);
    }

    function test_anchorLiabilities_WhenTheBlockIsLater_ItOpensTheNextEpoch() public {
        assertEq(_anchorSignedLiabilities(7, 10), 1);
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, 8, 1000));
        vm.expectEmit(address(anchors));
        emit IAnchors.LiabilitiesAnchored(TOKEN, 2, ROOT, 8, 1000, 50, 5);
        assertEq(_anchorLiabilities(ROOT, 8, 1000, signature), 2);
        assertEq(anchors.epochOf(TOKEN), 2);
        assertEq(anchors.liabilitiesAt(TOKEN, 1).total, 7);
        assertEq(anchors.liabilitiesAt(TOKEN, 2).asOfBlock, 1000);
        assertEq(anchors.liabilitiesAt(TOKEN, 2).deposited, 50);
        assertEq(anchors.liabilitiesAt(TOKEN, 2).withdrawn, 5);
        assertEq(anchors.liabilitiesAt(TOKEN, 3).root, bytes32(0));
    }

    function testFuzz_anchorLiabilities_ItOnlyIncreasesTheBlock(uint64[8] calldata blocks) public {
        uint64 last;
        uint64 epochs;
        for (uint128 i; i < blocks.length; ++i) {
            uint64 asOf = uint64(bound(blocks[i], 1, 1000));
            bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, i, asOf));
            if (asOf <= last) vm.expectPartialRevert(IAnchors.BlockNotLater.selector);
            else (last, epochs) = (asOf, epochs + 1);
            _anchorLiabilities(ROOT, i, asOf, signature);
        }
        assertEq(anchors.epochOf(TOKEN), epochs);
        assertEq(anchors.liabilitiesAt(TOKEN, epochs).asOfBlock, last);
    }

    function testFuzz_anchorLiabilities_WhenAnotherKeySigned_ItReverts(uint256 key) public {
        key = boundPrivateKey(key);
        vm.assume(key != AUDITOR_KEY);
        _failToAnchorLiabilities(signLiabilities(key, _of(ROOT, 7, 10)));
    }

    function testFuzz_anchorLiabilities_WhenTheAuditorSignedOthers_ItReverts(IAnchors.Statement memory others) public {
        IAnchors.Statement memory sent = _of(ROOT, 7, 10);
        vm.assume(others.token != TOKEN && others.root != ROOT && others.total != 7 && others.asOfBlock != 10);
        vm.assume(others.deposited != sent.deposited && others.withdrawn != sent.withdrawn);
        IAnchors.Statement[] memory signed = new IAnchors.Statement[](6);
        for (uint256 i; i < signed.length; ++i) {
            signed[i] = _of(ROOT, 7, 10);
        }
        (signed[0].token, signed[1].root, signed[2].total) = (others.token, others.root, others.total);
        (signed[3].deposited, signed[4].withdrawn) = (others.deposited, others.withdrawn);
        signed[5].asOfBlock = others.asOfBlock;
        for (uint256 i; i < signed.length; ++i) {
            _failToAnchorLiabilities(signLiabilities(AUDITOR_KEY, signed[i]));
        }
    }

    function test_anchorLiabilities_WhenTheAuditorSignedARoot_ItReverts() public {
        _failToAnchorLiabilities(signRoot(AUDITOR_KEY, bytes32(uint256(uint160(TOKEN))), ROOT));
    }

    function test_anchorLiabilities_WhenTheAuditorSignedForAnotherContract_ItReverts() public {
        Anchors other = new Anchors(2 days, admin, scribe, vault);
        _failToAnchorLiabilities(signHash(AUDITOR_KEY, other.liabilitiesHash(_of(ROOT, 7, 10))));
    }

    function test_anchorLiabilities_WhenTheAuditorIsTheSender_ItReverts() public {
        address auditor = vm.addr(AUDITOR_KEY);
        vm.startPrank(admin);
        anchors.grantRole(anchors.ANCHOR_ROLE(), auditor);
        vm.stopPrank();
        bytes memory signature = signLiabilities(AUDITOR_KEY, _of(ROOT, 7, 10));
        vm.expectRevert(abi.encodeWithSelector(IAnchors.SenderIsAuditor.selector, auditor));
        vm.prank(auditor);
        anchors.anchorLiabilities(_of(ROOT, 7, 10), signature);
    }

    function test_anchor_WhenTheSenderHasNoRole_ItReverts() public {
        bytes memory signature = signRoot(AUDITOR_KEY, SUBJECT, ROOT);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        anchors.anchor(SUBJECT, ROOT, signature);
    }

    function test_anchor_WhenTheRootIsEmpty_ItReverts() public {
        bytes memory signature = signRoot(AUDITOR_KEY, SUBJECT, bytes32(0));
        anchorExpecting(SUBJECT, bytes32(0), signature, abi.encodeWithSelector(IAnchors.EmptyRoot.selector));
    }

    function test_anchor_WhenTheSubjectHasARoot_ItReverts() public {
        anchorSigned(SUBJECT, ROOT);
        bytes32 another = keccak256("another");
        bytes memory refusal = abi.encodeWithSelector(IAnchors.SubjectAlreadyAnchored.selector, SUBJECT);
        anchorExpecting(SUBJECT, another, signRoot(AUDITOR_KEY, SUBJECT, another), refusal);
    }

    function testFuzz_anchor_WhenAnotherKeySigned_ItReverts(uint256 key) public {
        key = boundPrivateKey(key);
        vm.assume(key != AUDITOR_KEY);
        _failToAnchor(signRoot(key, SUBJECT, ROOT));
    }

    function testFuzz_anchor_WhenTheSignatureIsArbitrary_ItReverts(bytes calldata signature) public {
        _failToAnchor(signature);
    }

    function testFuzz_anchor_WhenTheAuditorSignedAnotherSubject_ItReverts(bytes32 other) public {
        vm.assume(other != SUBJECT);
        _failToAnchor(signRoot(AUDITOR_KEY, other, ROOT));
    }

    function testFuzz_anchor_WhenTheAuditorSignedAnotherRoot_ItReverts(bytes32 other) public {
        vm.assume(other != ROOT);
        _failToAnchor(signRoot(AUDITOR_KEY, SUBJECT, other));
    }

    function test_anchor_WhenTheAuditorSignedForAnotherContract_ItReverts() public {
        Anchors other = new Anchors(2 days, admin, scribe, vault);
        _failToAnchor(signHash(AUDITOR_KEY, other.rootHash(SUBJECT, ROOT)));
    }

    function test_anchor_WhenTheAuditorSignedForAnotherChain_ItReverts() public {
        bytes memory signature = signRoot(AUDITOR_KEY, SUBJECT, ROOT);
        vm.chainId(block.chainid + 1);
        _failToAnchor(signature);
    }

    function test_anchor_WhenTheAuditorIsTheSender_ItReverts() public {
        address auditor = vm.addr(AUDITOR_KEY);
        vm.startPrank(admin);
        anchors.grantRole(anchors.ANCHOR_ROLE(), auditor);
        vm.stopPrank();
        bytes memory signature = signRoot(AUDITOR_KEY, SUBJECT, ROOT);
        vm.expectRevert(abi.encodeWithSelector(IAnchors.SenderIsAuditor.selector, auditor));
        vm.prank(auditor);
        anchors.anchor(SUBJECT, ROOT, signature);
    }

    function test_anchor_WhenTheAdminGrantsTheRoleToAThief_ItReverts() public {
        address thief = makeAddr("thief");
        vm.startPrank(admin);
        anchors.grantRole(anchors.ANCHOR_ROLE(), thief);
        vm.stopPrank();
        bytes memory signature = signRoot(SIGNER_KEY, SUBJECT, ROOT);
        vm.expectRevert(IAnchors.InvalidAuditorSignature.selector);
        vm.prank(thief);
        anchors.anchor(SUBJECT, ROOT, signature);
    }

    function test_anchor_WhenTheVaultHasANewAuditor_ItTakesOnlyItsSignature() public {
        uint256 newKey = 0xa0d18;
        bytes memory former = signRoot(AUDITOR_KEY, SUBJECT, ROOT);
        changeAnnounced(abi.encodeCall(IVault.setAuditor, (vm.addr(newKey))));
        _failToAnchor(former);
        anchorAs(scribe, SUBJECT, ROOT, signRoot(newKey, SUBJECT, ROOT));
        assertEq(anchors.rootOf(SUBJECT), ROOT);
    }

    function test_anchor_WhenTheSubjectHasNone_ItStoresTheRoot() public {
        bytes memory signature = signRoot(AUDITOR_KEY, SUBJECT, ROOT);
        vm.expectEmit(address(anchors));
        emit IAnchors.RootAnchored(SUBJECT, ROOT);
        anchorAs(scribe, SUBJECT, ROOT, signature);
        assertEq(anchors.rootOf(SUBJECT), ROOT);
    }

    function test_verify_WhenTheSubjectHasNoRoot_ItReturnsFalse() public view {
        assertFalse(anchors.verify(SUBJECT, new bytes32[](0), "leaf"));
    }

    function test_verify_WhenAnInnerNodeIsPassedAsALeaf_ItReturnsFalse() public {
        (bytes32 left, bytes32 right) = (_leafHash("a"), _leafHash("b"));
        anchorSigned(SUBJECT, Hashes.commutativeKeccak256(left, right));
        assertFalse(anchors.verify(SUBJECT, new bytes32[](0), abi.encodePacked(left, right)));
        assertFalse(anchors.verify(SUBJECT, new bytes32[](0), abi.encodePacked(right, left)));
    }

    function testFuzz_verify_ItAcceptsEachLeafAndNoOther(bytes[4] calldata leaves, bytes calldata other) public {
        bytes32[4] memory hashes;
        for (uint256 i; i < 4; ++i) {
            vm.assume(keccak256(leaves[i]) != keccak256(other));
            hashes[i] = _leafHash(leaves[i]);
        }
        bytes32 left = Hashes.commutativeKeccak256(hashes[0], hashes[1]);
        bytes32 right = Hashes.commutativeKeccak256(hashes[2], hashes[3]);
        anchorSigned(SUBJECT, Hashes.commutativeKeccak256(left, right));
        for (uint256 i; i < 4; ++i) {
            bytes32[] memory proof = new bytes32[](2);
            (proof[0], proof[1]) = (hashes[i ^ 1], i < 2 ? right : left);
            assertTrue(anchors.verify(SUBJECT, proof, leaves[i]));
            assertFalse(anchors.verify(SUBJECT, proof, other));
        }
    }

    function _of(bytes32 root, uint128 total, uint64 asOfBlock) private pure returns (IAnchors.Statement memory) {
        return IAnchors.Statement(TOKEN, root, total, 50, 5, asOfBlock);
    }

    function _anchorLiabilities(bytes32 root, uint128 total, uint64 asOfBlock, bytes memory signature)
        private
        returns (uint64)
    {
        vm.prank(scribe);
        return anchors.anchorLiabilities(_of(root, total, asOfBlock), signature);
    }

    function _anchorSignedLiabilities(uint128 total, uint64 asOfBlock) private returns (uint64) {
        return _anchorLiabilities(ROOT, total, asOfBlock, signLiabilities(AUDITOR_KEY, _of(ROOT, total, asOfBlock)));
    }

    /// @dev The scribe's thief has its key, and this signature.
    function _failToAnchorLiabilities(bytes memory signature) private {
        vm.expectRevert(IAnchors.InvalidAuditorSignature.selector);
        _anchorLiabilities(ROOT, 7, 10, signature);
        assertEq(anchors.epochOf(TOKEN), 0);
    }

    /// @dev The scribe's thief has its key, and this signature.
    function _failToAnchor(bytes memory signature) private {
        bytes memory refusal = abi.encodeWithSelector(IAnchors.InvalidAuditorSignature.selector);
        anchorExpecting(SUBJECT, ROOT, signature, refusal);
        assertEq(anchors.rootOf(SUBJECT), bytes32(0));
    }

    function _leafHash(bytes memory leaf) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(leaf)));
    }
}
