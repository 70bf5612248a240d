// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title FMC, the product token
/// @notice A fixed supply with 18 decimals, minted once to the holder, who funds the vault from it. "Minting" in a city
/// round releases FMC from the vault's emission and creates none.
contract FMC is ERC20, ERC20Permit {
    /// @notice The holder is the zero address.
    error ZeroAddress();
    /// @notice The supply is zero.
    error ZeroSupply();

    /// @param holder Receives the whole supply.
    /// @param supply In base units; it cannot be increased later.
    constructor(address holder, uint256 supply) ERC20("FMC", "FMC") ERC20Permit("FMC") {
        // Check
        if (holder == address(0)) revert ZeroAddress();
        if (supply == 0) revert ZeroSupply();
        // Effect
        _mint(holder, supply);
    }
}
