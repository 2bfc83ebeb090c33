package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reply to READDIR or READDIRPLUS: as many entries as there is room for. */
public final class DirectoryPage {
    private static final int ENTRY_HEADER = 24;
    private static final int ALIGNMENT = Long.BYTES;
    /** Number of an entry's file where attributes were not looked up. */
    private static final long UNKNOWN_FILE = 0xffffffffL;

    private final MemorySegment memory;
    private long length;

    /** Empty page in native memory of the length that was asked for. */
    public DirectoryPage(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Adds an entry without attributes; false, and nothing added, when there is no room.
     *
     * @param next where a listing that goes on after it begins
     * @param type as in a mode
     */
    public boolean add(String name, int type, long next) {
        return put(name.getBytes(StandardCharsets.UTF_8), UNKNOWN_FILE, type, next, 0);
    }

    /**
     * Adds an entry to a page with attributes whose own are not known: the kernel looks them up when it
     * needs them. False, and nothing added, when there is no room.
     */
    public boolean addUnknown(String name, int type, long next) {
        long at = length;
        if (!put(name.getBytes(StandardCharsets.UTF_8), UNKNOWN_FILE, type, next,
                Replies.ENTRY_LENGTH)) {
            return false;
        }
        memory.asSlice(at, Replies.ENTRY_LENGTH).fill((byte) 0);
        return true;
    }

    /** Whether an entry with attributes would find room. */
    public boolean hasRoomFor(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return length + padded(Replies.ENTRY_LENGTH + ENTRY_HEADER + bytes) <= memory.byteSize();
    }

    /** Adds an entry with attributes; false, and nothing added, when there is no room. */
    public boolean add(String name, long nodeId, Attributes attributes, Duration validity,
            long next) {
        long at = length;
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (!put(bytes, attributes.fileId(), attributes.mode(), next, Replies.ENTRY_LENGTH)) {
            return false;
        }
        Replies.encodeEntry(memory.asSlice(at), nodeId, attributes, validity);
        return true;
    }

    private boolean put(byte[] name, long fileId, int type, long next, int before) {
        long total = padded(before + ENTRY_HEADER + name.length);
        if (length + total > memory.byteSize()) {
            return false;
        }
        MemorySegment entry = memory.asSlice(length + before);
        entry.set(Layouts.LONG, 0, fileId);
        entry.set(Layouts.LONG, 8, next);
        entry.set(Layouts.INT, 16, name.length);
        entry.set(Layouts.INT, 20, (type & Attributes.TYPE_MASK) >> 12);
        MemorySegment.copy(MemorySegment.ofArray(name), 0, entry, ENTRY_HEADER, name.length);
        length += total;
        return true;
    }

    private static long padded(long length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** What was added. */
    public MemorySegment encoded() {
        return memory.asSlice(0, length);
    }
}
