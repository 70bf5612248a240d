// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signatures: whose signature it is
library Signatures {
    /// @dev The zero address has signed nothing.
    function isSignedBy(address account, bytes32 hash, bytes calldata signature) internal pure returns (bool) {
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && recovered == account;
    }
}
