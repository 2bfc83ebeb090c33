package org.gridtorrent.mdtp.http;

import java.io.IOException;

/** Thrown when a response or an address is refused. */
public final class ReplicaFaultException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient ReplicaFault fault;

    ReplicaFaultException(ReplicaFault fault) {
        super(fault.code().name());
        this.fault = fault;
    }

    ReplicaFaultException(ReplicaFault.Code code, int status, String detail) {
        this(ReplicaFault.of(code, status, detail));
    }

    public ReplicaFault fault() {
        return fault;
    }
}
