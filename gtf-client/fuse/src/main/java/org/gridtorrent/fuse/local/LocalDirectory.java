package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.fuse.DirectoryEntry;
import org.gridtorrent.fuse.DirectoryNode;
import org.gridtorrent.fuse.FileNode;
import org.gridtorrent.fuse.LinkNode;
import org.gridtorrent.fuse.Node;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** Local folder. What it has of nodes is the kernel's: those that this forgot are made anew. */
public final class LocalDirectory extends LocalNode implements DirectoryNode {
    private static final int MIN_PURGE = 64;

    /** Nodes that may be known, by name. Guarded by the tree's lock, as is the size at which it is purged. */
    private final Map<String, WeakReference<LocalNode>> children = new HashMap<>();
    private int purgeAt = MIN_PURGE;

    LocalDirectory(LocalTree tree, TreePosition position) {
        super(tree, position);
    }

    @Override
    public Optional<Node> lookup(String name) throws IOException {
        Optional<Attributes> there = LocalTree.attributesIfThere(child(name));
        return there.isPresent() ? child(name, there.get()) : Optional.empty();
    }

    private Path child(String name) throws IOException {
        return tree.path(position).resolve(name);
    }

    /** Empty for what is neither a file nor a folder nor a link. */
    private Optional<Node> child(String name, Attributes attributes) {
        synchronized (tree) {
            TreePosition place = new TreePosition(this, name);
            return switch (attributes.mode() & Attributes.TYPE_MASK) {
                case Attributes.DIRECTORY -> Optional.of(known(name, LocalDirectory.class)
                        .orElseGet(() -> keep(name, new LocalDirectory(tree, place))));
                case Attributes.REGULAR_FILE -> Optional.of(known(name, LocalFile.class)
                        .orElseGet(() -> keep(name, new LocalFile(tree, place))));
                case Attributes.SYMBOLIC_LINK -> Optional.of(known(name, LocalLink.class)
                        .orElseGet(() -> keep(name, new LocalLink(tree, place))));
                default -> Optional.empty();
            };
        }
    }

    private <T extends LocalNode> Optional<T> known(String name, Class<T> type) {
        return Optional.ofNullable(children.get(name)).map(WeakReference::get)
                .filter(type::isInstance).map(type::cast);
    }

    private <T extends LocalNode> T keep(String name, T node) {
        if (children.size() >= purgeAt) {
            children.values().removeIf(each -> each.get() == null);
            purgeAt = Math.max(MIN_PURGE, 2 * children.size());
        }
        children.put(name, new WeakReference<>(node));
        return node;
    }

    @Override
    public List<DirectoryEntry> list() throws IOException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(tree.path(position))) {
            for (Path path : stream) {
                String name = path.getFileName().toString();
                LocalTree.attributesIfThere(path)
                        .flatMap(attributes -> child(name, attributes))
                        .ifPresent(node -> entries.add(new DirectoryEntry(name, node)));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }

    @Override
    public FileNode createFile(String name, int mode, boolean exclusive) throws IOException {
        Path path = child(name);
        try {
            Files.createFile(path);
            LocalTree.setMode(path, mode);
        } catch (FileAlreadyExistsException e) {
            if (exclusive) {
                throw e;
            }
        }
        return created(name, FileNode.class);
    }

    @Override
    public DirectoryNode createDirectory(String name, int mode) throws IOException {
        Path path = child(name);
        Files.createDirectory(path);
        LocalTree.setMode(path, mode);
        return created(name, DirectoryNode.class);
    }

    @Override
    public LinkNode createLink(String name, String target) throws IOException {
        Files.createSymbolicLink(child(name), Path.of(target));
        return created(name, LinkNode.class);
    }

    private <T extends Node> T created(String name, Class<T> type) throws IOException {
        return lookup(name).filter(type::isInstance).map(type::cast)
                .orElseThrow(() -> new ErrnoException(Errno.ESTALE));
    }

    @Override
    public void unlink(String name) throws IOException {
        remove(name, false);
    }

    @Override
    public void removeDirectory(String name) throws IOException {
        remove(name, true);
    }

    private void remove(String name, boolean directory) throws IOException {
        synchronized (tree) {
            Path path = child(name);
            Attributes before = LocalTree.attributes(path);
            boolean isDirectory = (before.mode()
                    & Attributes.TYPE_MASK) == Attributes.DIRECTORY;
            if (isDirectory != directory) {
                throw new ErrnoException(directory ? Errno.ENOTDIR : Errno.EISDIR);
            }
            Files.delete(path);
            forget(name, before);
        }
    }

    /** The name leads nowhere any more; who has its node open still has it. */
    private void forget(String name, Attributes before) {
        known(name, LocalNode.class).ifPresent(node -> {
            node.position.remove();
            if (node instanceof LocalFile file) {
                file.removed(before);
            }
        });
        children.remove(name);
    }

    @Override
    public void rename(String name, DirectoryNode newParent, String newName, boolean replace)
            throws IOException {
        if (!(newParent instanceof LocalDirectory target) || target.tree != tree) {
            throw new ErrnoException(Errno.EXDEV);
        }
        synchronized (tree) {
            Path from = child(name);
            Path to = target.child(newName);
            Optional<Attributes> replaced = LocalTree.attributesIfThere(to);
            if (replaced.isPresent() && !replace) {
                throw new FileAlreadyExistsException(to.toString());
            }
            if (Files.exists(to, LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(from, to)) {
                return;
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            replaced.ifPresent(before -> target.forget(newName, before));
            known(name, LocalNode.class).ifPresent(node -> {
                children.remove(name);
                node.position.move(target, newName);
                target.keep(newName, node);
            });
        }
    }
}
