// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Deposits} from "./vault/Deposits.sol";
import {Funding} from "./vault/Funding.sol";
import {Holdings} from "./vault/Holdings.sol";
import {Pauses} from "./vault/Pauses.sol";
import {Rescue} from "./vault/Rescue.sol";
import {TokenRules} from "./vault/TokenRules.sol";
import {Vouchers} from "./vault/Vouchers.sol";
import {Withdrawals} from "./vault/Withdrawals.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title Vault: holds what participants recharge, pays what the ledger has approved
/// @notice Money comes in by `Deposits` and `Funding` and goes out by `Withdrawals` and `Rescue`.
/// There is no receive(): JU sent without a call is refused instead of lost.
/// @dev The parts stand in the order of their storage: the last of `Holdings`, the pauses and the first of `Vouchers`
/// share a slot, so that a movement reads one where it would read three.
contract Vault is Holdings, Pauses, Vouchers, TokenRules, Deposits, Withdrawals, Funding, Rescue {
    constructor(uint48 adminDelay, address admin, address signer_)
        AccessControlDefaultAdminRules(adminDelay, admin)
        Vouchers(signer_)
    {}
}
