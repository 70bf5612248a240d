// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Exit} from "../../src/Exit.sol";
import {IExit} from "../../src/IExit.sol";
import {ILeaving} from "../../src/ILeaving.sol";
import {Vault} from "../../src/Vault.sol";

/// @dev A contract that owns money in the vault and refuses JU.
contract ClosedWallet {
    Exit private immutable _exit;

    constructor(Exit exit) {
        _exit = exit;
    }

    function demand(address token, uint64 epoch, IExit.Leaves calldata leaves) external returns (uint256) {
        return _exit.demand(token, epoch, leaves);
    }

    function collect(address token, address to) external returns (uint256) {
        return ILeaving(address(_exit.VAULT())).collect(token, to);
    }
}

/// @dev A contract that tries a call of its choice once more while it is paid.
contract Again {
    Vault private immutable _vault;
    address private _target;
    bytes private _data;
    bool public tried;
    bool public succeeded;

    constructor(Vault vault) {
        _vault = vault;
    }

    function demand(address token, uint64 epoch, IExit.Leaves calldata leaves) external returns (uint256) {
        return Exit(_vault.EXIT()).demand(token, epoch, leaves);
    }

    function keep(address target, bytes calldata data) external {
        (_target, _data, tried) = (target, data, false);
    }

    function collect(address token, address to) external returns (uint256) {
        return _vault.collect(token, to);
    }

    receive() external payable {
        tried = true;
        (succeeded,) = _target.call(_data);
    }
}
