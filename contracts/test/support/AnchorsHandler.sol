// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "../../src/Anchors.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @dev The thief of the scribe's and the admin's keys, who sees every signature of the auditor, tries to anchor what
/// the auditor did not sign.
contract AnchorsHandler is CommonBase, StdUtils {
    uint256 private constant AUDITOR_KEY = 0xa0d17;
    uint256 private constant SUBJECTS = 8;

    Anchors private immutable _anchors;
    address private immutable _admin;
    address private immutable _scribe;
    bytes[] private _seen;
    mapping(bytes32 subject => mapping(bytes32 root => bool)) private _isSigned;
    mapping(bytes32 subject => bytes32) private _first;

    uint256 public anchored;
    uint256 public unsigned;
    uint256 public rewritten;

    constructor(Anchors anchors, address admin, address scribe) {
        (_anchors, _admin, _scribe) = (anchors, admin, scribe);
    }

    /// @dev The auditor signs a root, and the scribe anchors it or not.
    function anchorSigned(uint256 number, bytes32 root, bool isSent) external {
        bytes32 subject = _subjectOf(number);
        bytes memory signature = _sign(AUDITOR_KEY, subject, root);
        _isSigned[subject][root] = true;
        _seen.push(signature);
        if (isSent) _try(_scribe, subject, root, signature);
    }

    /// @dev The thief sends another root or subject with a signature that it saw.
    function replay(uint256 number, bytes32 root, uint256 which) external {
        if (_seen.length > 0) _try(_scribe, _subjectOf(number), root, _seen[which % _seen.length]);
    }

    function forge(uint256 number, bytes32 root, uint256 key) external {
        key = _bound(key, 1, 1_000);
        bytes32 subject = _subjectOf(number);
        _try(_scribe, subject, root, _sign(key, subject, root));
    }

    /// @dev The admin grants the role to any account, which sends its own signature.
    function grant(uint256 number, bytes32 root, uint256 key) external {
        key = _bound(key, 1, 1_000);
        address account = vm.addr(key);
        bytes32 role = _anchors.ANCHOR_ROLE();
        vm.prank(_admin);
        _anchors.grantRole(role, account);
        bytes32 subject = _subjectOf(number);
        _try(account, subject, root, _sign(key, subject, root));
    }

    function _try(address sender, bytes32 subject, bytes32 root, bytes memory signature) private {
        vm.prank(sender);
        try _anchors.anchor(subject, root, signature) {
            anchored += 1;
            if (!_isSigned[subject][root]) unsigned += 1;
            if (_first[subject] != bytes32(0)) rewritten += 1;
            _first[subject] = root;
        } catch {}
        if (_anchors.rootOf(subject) != _first[subject]) rewritten += 1;
    }

    function _sign(uint256 key, bytes32 subject, bytes32 root) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _anchors.rootHash(subject, root));
        return abi.encodePacked(r, s, v);
    }

    function _subjectOf(uint256 number) private pure returns (bytes32) {
        return keccak256(abi.encode(number % SUBJECTS));
    }
}
