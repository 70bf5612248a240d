// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Anchors} from "./Anchors.sol";
import {Demands} from "./vault/Demands.sol";
import {Deposits} from "./vault/Deposits.sol";
import {ExitPayments} from "./vault/ExitPayments.sol";
import {Funding} from "./vault/Funding.sol";
import {Holdings} from "./vault/Holdings.sol";
import {Pauses} from "./vault/Pauses.sol";
import {Rescue} from "./vault/Rescue.sol";
import {Roles} from "./vault/Roles.sol";
import {TokenRules} from "./vault/TokenRules.sol";
import {Vouchers} from "./vault/Vouchers.sol";
import {Withdrawals} from "./vault/Withdrawals.sol";

/// @title Vault: holds users' deposits, pays approved withdrawals
/// @notice Money arrives by `Deposits` and `Funding` and leaves by `Withdrawals`, `Demands`, `Rescue` and
/// `ExitPayments`; `IVault` documents every function. There is no receive(): JU sent without a call is refused
/// instead of lost.
/// @dev The bases are in the order of their storage: the last variable of `Holdings`, the pauses and the first of
/// `Vouchers` share a slot, so that a deposit or withdrawal reads one slot instead of three. `IVault` has no storage.
contract Vault is
    Holdings,
    Pauses,
    Vouchers,
    TokenRules,
    Deposits,
    Withdrawals,
    Funding,
    Rescue,
    ExitPayments,
    Demands
{
    /// @param scribe Anchors roots, with the auditor's signature.
    /// @param anchorsDelay Seconds that a transfer of the anchors' admin role takes.
    constructor(
        address admin,
        address signer_,
        address auditor_,
        Holders memory holders,
        Listing[] memory listings,
        address scribe,
        uint48 anchorsDelay
    )
        Roles(admin, holders)
        Vouchers(signer_, auditor_)
        TokenRules(listings)
        ExitPayments(new Anchors(anchorsDelay, admin, scribe, this), listings)
    {}
}
