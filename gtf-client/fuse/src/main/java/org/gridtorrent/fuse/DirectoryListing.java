package org.gridtorrent.fuse;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.protocol.DirectoryPage;

/**
 * Folder that a program has open: its entries as they were when it was read from the beginning. One call at a
 * time, by the lock.
 */
final class DirectoryListing {
    /** The folder itself and the one above, which the kernel finds by itself. */
    private static final List<String> DOTS = List.of(".", "..");

    private final DirectoryNode directory;
    private List<DirectoryEntry> entries = List.of();

    DirectoryListing(DirectoryNode directory) {
        this.directory = directory;
    }

    /**
     * Fills a page from an offset on.
     *
     * @param inodes takes the nodes of entries with attributes
     * @param remembered where the numbers of these go
     */
    synchronized void fill(DirectoryPage page, long offset, boolean withAttributes,
            InodeTable inodes, List<Long> remembered) throws IOException, InterruptedException {
        if (offset == 0) {
            entries = directory.list();
        }
        int next = (int) Math.min(offset, entries.size() + DOTS.size());
        boolean hasRoom = true;
        while (hasRoom && next < entries.size() + DOTS.size()) {
            next++;
            if (next <= DOTS.size()) {
                hasRoom = withAttributes
                        ? page.addUnknown(DOTS.get(next - 1), Attributes.DIRECTORY, next)
                        : page.add(DOTS.get(next - 1), Attributes.DIRECTORY, next);
            } else {
                DirectoryEntry entry = entries.get(next - 1 - DOTS.size());
                hasRoom = withAttributes
                        ? addWithAttributes(page, entry, next, inodes, remembered)
                        : page.add(entry.name(), entry.type(), next);
            }
        }
    }

    private static boolean addWithAttributes(DirectoryPage page, DirectoryEntry entry, int next,
            InodeTable inodes, List<Long> remembered) throws IOException, InterruptedException {
        if (!page.hasRoomFor(entry.name())) {
            return false;
        }
        Attributes attributes;
        try {
            attributes = entry.node().attributes();
        } catch (NoSuchFileException e) {
            return page.addUnknown(entry.name(), entry.type(), next); // removed meanwhile
        }
        long id = inodes.remember(entry.node());
        remembered.add(id);
        return page.add(entry.name(), id, attributes, entry.node().validity(), next);
    }
}
