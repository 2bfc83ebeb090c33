package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/** Body of a request; what it is about is in its {@link RequestHeader}. */
public sealed interface Request {
    /** Begins the connection. */
    record Init(int major, int minor, int maxReadAhead, long flags) implements Request {}

    record Lookup(String name) implements Request {}

    /** The kernel drops as many references to nodes; not answered. */
    record Forget(List<Reference> references) implements Request {
        public Forget {
            references = List.copyOf(references);
        }
    }

    /** How often a node was handed out. */
    record Reference(long nodeId, long count) {}

    record GetAttributes() implements Request {}

    /** Attributes change, through an open file if there is a handle. */
    record SetAttributes(AttributeChange change, OptionalLong handle) implements Request {}

    record ReadLink() implements Request {}

    record MakeLink(String name, String target) implements Request {}

    record MakeDirectory(String name, int mode) implements Request {}

    record Unlink(String name) implements Request {}

    record RemoveDirectory(String name) implements Request {}

    /** An entry moves; flags are those of {@code renameat2(2)}. */
    record Rename(String name, long newParent, String newName, int flags) implements Request {}

    /** A file is opened; flags are those of {@code open(2)}. */
    record Open(int flags) implements Request {}

    record Create(String name, int flags, int mode) implements Request {}

    record Read(long handle, long offset, int length) implements Request {}

    /** Bytes are written, which are in the buffer of the request. */
    record Write(long handle, long offset, MemorySegment data) implements Request {}

    record Flush(long handle) implements Request {}

    record Sync(long handle, boolean dataOnly) implements Request {}

    record Release(long handle) implements Request {}

    record OpenDirectory() implements Request {}

    /** A page of a listing; one with attributes (READDIRPLUS) counts as a lookup of each entry. */
    record ReadDirectory(long handle, long offset, int length, boolean withAttributes)
            implements
                Request {}

    record ReleaseDirectory(long handle) implements Request {}

    /** Whether access is allowed; the mask is that of {@code access(2)}. */
    record Access(int mask) implements Request {}

    record FileSystemStatistics() implements Request {}

    /** Whoever asked this request got a signal. */
    record Interrupt(long unique) implements Request {}

    /** Ends the connection. */
    record Destroy() implements Request {}

    /** One that is not known. */
    record Unknown() implements Request {}
}
