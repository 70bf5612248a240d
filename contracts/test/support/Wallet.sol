// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Exit} from "../../src/Exit.sol";
import {IExit} from "../../src/IExit.sol";

/// @dev A contract that owns money in the vault, and redeems a second time while it is paid.
contract Wallet {
    Exit private immutable _exit;
    bytes private _again;
    bool public tried;

    constructor(Exit exit) {
        _exit = exit;
    }

    function goOut(address token, IExit.Leaves calldata leaves) external {
        _again = abi.encodeCall(IExit.redeem, (token, address(this), leaves));
        _exit.redeem(token, address(this), leaves);
    }

    receive() external payable {
        if (tried) return;
        tried = true;
        (bool ok,) = address(_exit).call(_again);
        require(!ok, "paid twice");
    }
}
