package org.gridtorrent.fuse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Nodes that the kernel knows, by the number that it knows them by, with how often it was told of each.
 * Numbers are not used again. Thread-safe.
 */
final class InodeTable {
    static final long ROOT_ID = 1;

    private final Map<Long, Inode> byId = new HashMap<>();
    private final Map<Node, Inode> byNode = new HashMap<>();
    private long lastId = ROOT_ID;

    private static final class Inode {
        private final long id;
        private final Node node;
        private long lookups = 1;

        private Inode(long id, Node node) {
            this.id = id;
            this.node = node;
        }
    }

    /** @param root never forgotten */
    InodeTable(Node root) {
        put(new Inode(ROOT_ID, root));
    }

    private void put(Inode inode) {
        byId.put(inode.id, inode);
        byNode.put(inode.node, inode);
    }

    /** Number for a node that the kernel is told of once more. */
    synchronized long remember(Node node) {
        Inode known = byNode.get(node);
        if (known != null) {
            known.lookups++;
            return known.id;
        }
        lastId++;
        put(new Inode(lastId, node));
        return lastId;
    }

    /** The kernel dropped as many references. More than it has, and unknown nodes, are passed over. */
    synchronized void forget(long id, long count) {
        Inode inode = byId.get(id);
        if (inode == null || id == ROOT_ID) {
            return;
        }
        inode.lookups = count < 0 ? 0 : inode.lookups - Math.min(count, inode.lookups);
        if (inode.lookups == 0) {
            byId.remove(id);
            byNode.remove(inode.node);
        }
    }

    synchronized Optional<Node> node(long id) {
        return Optional.ofNullable(byId.get(id)).map(inode -> inode.node);
    }

    synchronized OptionalLong id(Node node) {
        Inode inode = byNode.get(node);
        return inode == null ? OptionalLong.empty() : OptionalLong.of(inode.id);
    }

    synchronized List<Node> nodes() {
        return List.copyOf(byNode.keySet());
    }

    synchronized int size() {
        return byId.size();
    }
}
