package org.gridtorrent.fuse.protocol;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What is to become of attributes (SETATTR); what is empty stays. */
public record AttributeChange(OptionalLong size, OptionalInt mode, OptionalInt owner,
        OptionalInt group, Optional<Instant> accessed, Optional<Instant> modified) {
    public AttributeChange withoutSize() {
        return new AttributeChange(OptionalLong.empty(), mode, owner, group, accessed, modified);
    }
}
