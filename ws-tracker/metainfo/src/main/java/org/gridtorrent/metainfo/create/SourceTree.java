package org.gridtorrent.metainfo.create;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;
import org.gridtorrent.metainfo.create.UnpublishableException.Refusal;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * Files below a path that are to be published, sorted, and the empty folders, which metainfo cannot hold.
 *
 * <p>A link to a regular file inside the tree counts as that file; everything else that is no file or
 * folder, and what cannot be read, is refused with its path, so that nothing is left out silently. The
 * whole tree is checked before a byte is read, and all refusals are reported together.
 *
 * @param skippedLinks links that lead elsewhere than to a file inside, left out on request
 */
record SourceTree(Path root, boolean isSingleFile, List<SourceFile> files,
        List<Path> emptyFolders, List<Path> skippedLinks) {

    static SourceTree walk(Path root, boolean skipLinks) throws IOException, MetainfoException {
        Path name = root.getFileName();
        if (name == null) {
            throw new MetainfoException(
                    "%s has no name; publish a folder inside it".formatted(root));
        }
        var attributes = Files.readAttributes(root, BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
            if (!Files.isReadable(root)) {
                throw refused(root, unreadable());
            }
            SourceFile file = SourceFile.of(root, SafePath.of(List.of(name.toString())),
                    attributes);
            return new SourceTree(root, true, List.of(file), List.of(), List.of());
        }
        if (!attributes.isDirectory()) {
            throw refused(root, new MetainfoException("it is no file and no folder"));
        }
        return new Walk(root, name.toString(), skipLinks).run();
    }

    private static UnpublishableException refused(Path path, MetainfoException why) {
        return new UnpublishableException(path, List.of(Refusal.of(path, why)));
    }

    private static MetainfoException unreadable() {
        return new MetainfoException("this user may not read it",
                TaskReason.of(ReasonCode.UNREADABLE));
    }

    /** A path in use by a file or a folder. */
    private record UsedPath(SafePath path, boolean isFolder) {}

    /** One walk, which continues after a refusal. */
    private static final class Walk implements FileVisitor<Path> {
        private final Path root;
        private final Path realRoot;
        private final String name;
        private final List<SourceFile> files = new ArrayList<>();
        private final Set<Path> folders = new HashSet<>();
        private final Set<Path> nonEmpty = new HashSet<>();
        private final Map<String, UsedPath> byFoldedPath = new HashMap<>();
        private final List<Refusal> refused = new ArrayList<>();
        private final List<Path> skippedLinks = new ArrayList<>();
        private final boolean skipLinks;

        Walk(Path root, String name, boolean skipLinks) throws IOException {
            this.skipLinks = skipLinks;
            this.root = root;
            this.realRoot = root.toRealPath();
            this.name = name;
        }

        SourceTree run() throws IOException, MetainfoException {
            // A root that is itself a link is followed, since the user named it; links below are not.
            Files.walkFileTree(realRoot, this);
            if (!refused.isEmpty()) {
                throw new UnpublishableException(realRoot, refused);
            }
            files.sort(Comparator.comparing(SourceFile::path));
            folders.removeAll(nonEmpty);
            return new SourceTree(root, false, List.copyOf(files),
                    folders.stream().sorted().toList(), skippedLinks.stream().sorted().toList());
        }

        private void refuse(Path path, MetainfoException reason) {
            refused.add(Refusal.of(path, reason));
        }

        /** Skips a refused folder: every path below would be refused too. */
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            markParentNonEmpty(folder);
            try {
                checkDistinct(safePath(folder), true);
            } catch (MetainfoException e) {
                refuse(folder, e);
                return FileVisitResult.SKIP_SUBTREE;
            }
            folders.add(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            markParentNonEmpty(file);
            try {
                BasicFileAttributes ofFile = publishable(file, attributes);
                SafePath path = safePath(file);
                checkDistinct(path, false);
                files.add(SourceFile.of(file, path, ofFile));
            } catch (LinkException e) {
                skipOrRefuse(file, e);
            } catch (MetainfoException e) {
                refuse(file, e);
            }
            return FileVisitResult.CONTINUE;
        }

        private void skipOrRefuse(Path link, LinkException reason) {
            if (skipLinks) {
                skippedLinks.add(link);
            } else {
                refuse(link, reason);
            }
        }

        private void markParentNonEmpty(Path child) {
            Path parent = child.getParent();
            if (parent != null) {
                nonEmpty.add(parent);
            }
        }

        private SafePath safePath(Path path) throws MetainfoException {
            var elements = new ArrayList<String>();
            elements.add(name);
            if (!path.equals(realRoot)) {
                realRoot.relativize(path).forEach(element -> elements.add(element.toString()));
            }
            return SafePath.of(elements);
        }

        /** File systems that ignore case and composition would take both paths for one file. */
        private void checkDistinct(SafePath path, boolean isFolder) throws MetainfoException {
            UsedPath other = byFoldedPath.putIfAbsent(path.folded(), new UsedPath(path, isFolder));
            if (other != null && !(isFolder && other.isFolder)) {
                throw new MetainfoException(
                        "it differs from " + DisplayText.escape(other.path.name())
                                + " only in upper and lower case or in the composition of letters",
                        TaskReason.of(ReasonCode.NAMES_ALIKE,
                                DisplayText.escape(other.path.name())));
            }
        }

        private BasicFileAttributes publishable(Path file, BasicFileAttributes attributes)
                throws IOException, MetainfoException {
            BasicFileAttributes ofFile = attributes.isSymbolicLink() ? target(file) : attributes;
            if (!ofFile.isRegularFile()) {
                throw new MetainfoException("it is a special file (a socket, pipe or device)",
                        TaskReason.of(ReasonCode.SPECIAL_FILE));
            }
            if (!Files.isReadable(file)) {
                throw unreadable();
            }
            return ofFile;
        }

        private BasicFileAttributes target(Path link) throws IOException, MetainfoException {
            Path target;
            try {
                target = link.toRealPath();
            } catch (IOException e) {
                throw new LinkException("it is a link that leads nowhere",
                        ReasonCode.LINK_NOWHERE);
            }
            if (!target.startsWith(realRoot)) {
                throw new LinkException("it is a link that leads out of the folder",
                        ReasonCode.LINK_OUTSIDE);
            }
            var attributes = Files.readAttributes(target, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new LinkException("it is a link to something that is not a file",
                        ReasonCode.LINK_TO_NO_FILE);
            }
            return attributes;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            refuse(file, reason(e));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            if (e != null) {
                refuse(folder, reason(e));
            }
            return FileVisitResult.CONTINUE;
        }

        private static MetainfoException reason(IOException e) {
            return e instanceof AccessDeniedException
                    ? unreadable()
                    : new MetainfoException("it cannot be read (" + e.getMessage() + ")");
        }
    }

    /** Thrown for a link that leads elsewhere than to a file inside the tree. */
    private static final class LinkException extends MetainfoException {
        private static final long serialVersionUID = 1;

        LinkException(String message, ReasonCode code) {
            super(message, TaskReason.of(code));
        }
    }
}
