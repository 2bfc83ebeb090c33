package org.gridtorrent.catalog.replica;

/** Reason why a check did not accept a replica. Kept in the tables by its name. */
public enum ReplicaProblem {
    /** The server did not answer, or answered with an error of its own. */
    UNREACHABLE,
    /** The server's certificate is not trusted, or TLS failed otherwise. */
    TLS_FAILED,
    /** The address leads to a host that machines do not ask on somebody's word, such as a private one. */
    ADDRESS_REFUSED,
    /** The server wants credentials, or denies access. */
    ACCESS_DENIED,
    /** A file is not there. */
    NOT_FOUND,
    /** The server does not serve ranges of a file. */
    NO_RANGES,
    /** The server's answer is not usable, such as an encoded body or a wrong range. */
    BAD_RESPONSE,
    /** A file has another length. */
    WRONG_LENGTH,
    /** A piece does not match its hash. */
    WRONG_CONTENT
}
