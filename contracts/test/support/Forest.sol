// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "../../src/IAnchors.sol";
import {IExit} from "../../src/IExit.sol";
import {Vault} from "../../src/Vault.sol";

/// @dev Makes trees of liabilities as docs/money-rules.md#12-the-proof-of-liabilities says, in its own code, and keeps
/// the newest of each token.
contract Forest {
    struct Node {
        bytes32 hash;
        uint256 sum;
    }

    struct Tree {
        address[] accounts;
        uint256[] amounts;
        uint256[] deposited;
        uint256[] withdrawn;
        Node[] nodes;
        uint128 total;
        uint128 allDeposited;
        uint128 allWithdrawn;
        uint64 asOfBlock;
        uint256 lockedPart;
    }

    /// @dev One part in this many of each balance is in rounds, in the trees made from now on.
    uint256 public lockedPart = 3;
    Vault private immutable _vault;
    mapping(address token => Tree) private _trees;

    constructor(Vault vault) {
        _vault = vault;
    }

    function lock(uint256 part) external {
        lockedPart = part;
    }

    /// @dev The accounts are owed these amounts, the system the rest of the accounted amount.
    function plant(address token, address[] calldata accounts, uint256[] calldata amounts) external {
        delete _trees[token];
        Tree storage tree = _trees[token];
        tree.lockedPart = lockedPart;
        uint256 rest = _vault.accounted(token);
        for (uint256 i; i < accounts.length; ++i) {
            _add(tree, token, accounts[i], amounts[i]);
            rest = rest < amounts[i] ? 0 : rest - amounts[i];
        }
        _add(tree, token, address(0), rest);
        // No account is left out: all deposits less all withdrawals are the part that was not funded.
        tree.allDeposited = uint128(_vault.accounted(token) + tree.allWithdrawn - _vault.funded(token));
        tree.asOfBlock = uint64(block.number);
        _grow(tree);
    }

    function statement(address token) external view returns (IAnchors.Statement memory) {
        Tree storage tree = _trees[token];
        bytes32 root = tree.nodes[tree.nodes.length - 1].hash;
        return IAnchors.Statement(token, root, tree.total, tree.allDeposited, tree.allWithdrawn, tree.asOfBlock);
    }

    function has(address token, address account) external view returns (bool) {
        Tree storage tree = _trees[token];
        for (uint256 i; i < tree.accounts.length; ++i) {
            if (tree.accounts[i] == account) return true;
        }
        return false;
    }

    function leavesOf(address token, address account) external view returns (IExit.Leaves memory made) {
        Tree storage tree = _trees[token];
        uint256 user;
        while (tree.accounts[user] != account) ++user;
        made = IExit.Leaves(
            _salt(user), tree.deposited[user], tree.withdrawn[user], _locked(tree, user), new IExit.Part[](4)
        );
        for (uint256 part; part < 4; ++part) {
            made.parts[part] = IExit.Part(_part(tree.amounts[user], part), _path(tree, 4 * user + part));
        }
    }

    function _add(Tree storage tree, address token, address account, uint256 amount) private {
        (uint112 deposited, uint112 withdrawn,) = _vault.totalsOf(account, token);
        tree.accounts.push(account);
        tree.amounts.push(amount);
        tree.deposited.push(deposited);
        tree.withdrawn.push(withdrawn);
        tree.total += uint128(amount);
        tree.allWithdrawn += withdrawn;
    }

    /// @dev Level by level from the left; the last node of an odd level moves up unchanged.
    function _grow(Tree storage tree) private {
        for (uint256 user; user < tree.accounts.length; ++user) {
            for (uint256 part; part < 4; ++part) {
                bytes memory counters = abi.encodePacked(tree.deposited[user], tree.withdrawn[user]);
                bytes32 name = sha256(
                    bytes.concat(hex"02", _salt(user), bytes20(tree.accounts[user]), bytes1(uint8(part)), counters)
                );
                uint256 amount = _part(tree.amounts[user], part);
                tree.nodes.push(Node(sha256(abi.encodePacked(hex"00", name, amount, _locked(tree, user))), amount));
            }
        }
        uint256 from;
        for (uint256 count = tree.nodes.length; count > 1; count = (count + 1) / 2) {
            for (uint256 i; i < count; i += 2) {
                Node memory left = tree.nodes[from + i];
                tree.nodes.push(i + 1 == count ? left : _join(left, tree.nodes[from + i + 1]));
            }
            from += count;
        }
    }

    function _path(Tree storage tree, uint256 place) private view returns (IExit.Step[] memory path) {
        IExit.Step[] memory steps = new IExit.Step[](64);
        (uint256 from, uint256 length) = (0, 0);
        for (uint256 count = 4 * tree.accounts.length; count > 1; count = (count + 1) / 2) {
            uint256 sibling = place ^ 1;
            if (sibling < count) {
                Node memory node = tree.nodes[from + sibling];
                steps[length++] = IExit.Step(place % 2 == 1, node.hash, node.sum);
            }
            from += count;
            place /= 2;
        }
        path = new IExit.Step[](length);
        for (uint256 i; i < length; ++i) {
            path[i] = steps[i];
        }
    }

    function _locked(Tree storage tree, uint256 user) private view returns (uint256) {
        return tree.amounts[user] / tree.lockedPart;
    }

    function _join(Node memory left, Node memory right) private pure returns (Node memory) {
        bytes32 hash = sha256(abi.encodePacked(hex"01", left.hash, left.sum, right.hash, right.sum));
        return Node(hash, left.sum + right.sum);
    }

    function _part(uint256 amount, uint256 part) private pure returns (uint256) {
        return part == 3 ? amount - 3 * (amount / 4) : amount / 4;
    }

    function _salt(uint256 user) private pure returns (bytes32) {
        return keccak256(abi.encode("salt", user));
    }
}
