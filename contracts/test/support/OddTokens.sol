// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Charges a share of each transfer as a fee; with 10,000 bps nothing arrives.
contract FeeToken is ERC20("Fee", "FEE") {
    uint256 private immutable _feeBps;

    constructor(address holder, uint256 feeBps) {
        _feeBps = feeBps;
        _mint(holder, 1_000_000 ether);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) ? 0 : amount * _feeBps / 10_000;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, address(0xfee), fee);
    }
}

/// @dev Returns false where other tokens revert.
contract FalseToken is ERC20("False", "NO") {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @dev Reenters deposit during a deposit, so that one transfer would be credited twice.
contract ReentrantToken is ERC20("Again", "AGAIN") {
    bool private _inside;

    constructor(address holder) {
        _mint(holder, 1_000_000 ether);
        _mint(address(this), 1_000_000 ether);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (!_inside) {
            _inside = true;
            _approve(address(this), to, amount);
            Vault(to).deposit(address(this), amount, "again");
            _inside = false;
        }
        return super.transferFrom(from, to, amount);
    }
}

/// @dev A payee that refuses JU.
contract Closed {
    receive() external payable {
        revert("closed");
    }
}

/// @dev Sends a second voucher while the first is being paid.
contract Greedy {
    Vault private immutable _vault;
    IVault.Voucher private _second;
    bytes private _signature;
    bytes private _auditorSignature;

    constructor(Vault vault) {
        _vault = vault;
    }

    function take(IVault.Voucher calldata first, bytes calldata signature, bytes calldata auditorSignature) external {
        _vault.withdraw(first, signature, auditorSignature);
    }

    function keep(IVault.Voucher calldata second, bytes calldata signature, bytes calldata auditorSignature) external {
        _second = second;
        _signature = signature;
        _auditorSignature = auditorSignature;
    }

    receive() external payable {
        if (!_vault.used(_second.id)) _vault.withdraw(_second, _signature, _auditorSignature);
    }
}
