package org.gridtorrent.metainfo;

import java.io.IOException;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files below a path that are to be published, sorted, and the empty folders, which BitTorrent
 * does not carry. A link to a regular file inside the same tree counts as that file; everything
 * else that is no file or folder is refused with its path, so that nothing is silently left out. All
 * that is refused is looked for before a byte is read, so that it can be put right at once.
 */
record SourceTree(Path root, boolean isSingleFile, List<SourceFile> files,
        List<Path> emptyFolders) {
    private static final int MOST_NAMED = 10;

    static SourceTree walk(Path root) throws IOException, MetainfoException {
        Path name = root.getFileName();
        if (name == null) {
            throw new MetainfoException(
                    "%s has no name; publish a folder inside it".formatted(root));
        }
        var attributes = Files.readAttributes(root, BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
            SourceFile file = SourceFile.of(root, SafePath.of(List.of(name.toString())),
                    attributes);
            return new SourceTree(root, true, List.of(file), List.of());
        }
        if (!attributes.isDirectory()) {
            throw refused(root, "it is no file and no folder");
        }
        return new Walk(root, name.toString()).run();
    }

    private static MetainfoException refused(Path path, String why) {
        return new MetainfoException(
                "%s cannot be published: %s".formatted(DisplayText.of(path.toString()), why));
    }

    /** What cannot be published, and why not. */
    private record Refused(Path path, String why) {}

    /** A path that was taken, for a file or for a folder. */
    private record Taken(SafePath path, boolean folder) {}

    /** One walk, which goes on after a refusal. */
    private static final class Walk implements FileVisitor<Path> {
        private final Path root;
        private final Path realRoot;
        private final String name;
        private final List<SourceFile> files = new ArrayList<>();
        private final Set<Path> folders = new HashSet<>();
        private final Set<Path> filled = new HashSet<>();
        private final Map<String, Taken> folded = new HashMap<>();
        private final List<Refused> refused = new ArrayList<>();

        Walk(Path root, String name) throws IOException {
            this.root = root;
            this.realRoot = root.toRealPath();
            this.name = name;
        }

        SourceTree run() throws IOException, MetainfoException {
            // A root that is itself a link is followed: somebody named it. Links below are not.
            Files.walkFileTree(realRoot, this);
            if (!refused.isEmpty()) {
                throw refusal();
            }
            files.sort(Comparator.comparing(SourceFile::path));
            folders.removeAll(filled);
            return new SourceTree(root, false, List.copyOf(files),
                    folders.stream().sorted().toList());
        }

        private MetainfoException refusal() {
            if (refused.size() == 1) {
                return refused(refused.getFirst().path, refused.getFirst().why);
            }
            String named = refused.stream().sorted(Comparator.comparing(Refused::path))
                    .limit(MOST_NAMED).map(one -> DisplayText
                            .of(realRoot.relativize(one.path).toString()) + ": " + one.why)
                    .collect(Collectors.joining("; "));
            int more = Math.max(0, refused.size() - MOST_NAMED);
            return new MetainfoException("%d paths in %s cannot be published: %s%s".formatted(
                    refused.size(), DisplayText.of(realRoot.toString()), named,
                    more == 0 ? "" : "; and %d more".formatted(more)));
        }

        private void refuse(Path path, MetainfoException why) {
            refused.add(new Refused(path, String.valueOf(why.getMessage())));
        }

        /** Below a folder whose name is refused, every path would be. */
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            fill(folder);
            try {
                requireAlone(safePath(folder), true);
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
            fill(file);
            try {
                SafePath path = safePath(file);
                requireAlone(path, false);
                files.add(SourceFile.of(file, path, publishable(file, attributes)));
            } catch (MetainfoException e) {
                refuse(file, e);
            }
            return FileVisitResult.CONTINUE;
        }

        private void fill(Path child) {
            Path parent = child.getParent();
            if (parent != null) {
                filled.add(parent);
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

        /** Where case and composition do not count, a file would be what else is at its path. */
        private void requireAlone(SafePath path, boolean folder) throws MetainfoException {
            Taken other = folded.putIfAbsent(path.folded(), new Taken(path, folder));
            if (other != null && !(folder && other.folder)) {
                throw new MetainfoException("only case or composition of letters tells it from "
                        + DisplayText.of(other.path.name()));
            }
        }

        private BasicFileAttributes publishable(Path file, BasicFileAttributes attributes)
                throws IOException, MetainfoException {
            if (attributes.isRegularFile()) {
                return attributes;
            }
            if (!attributes.isSymbolicLink()) {
                throw new MetainfoException("it is a special file (a socket, pipe or device)");
            }
            return target(file);
        }

        private BasicFileAttributes target(Path link) throws IOException, MetainfoException {
            Path target;
            try {
                target = link.toRealPath();
            } catch (IOException e) {
                throw new MetainfoException("it is a link that leads nowhere", e);
            }
            if (!target.startsWith(realRoot)) {
                throw new MetainfoException("it is a link that leads out of the folder");
            }
            var attributes = Files.readAttributes(target, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new MetainfoException("it is a link to something that is no file");
            }
            return attributes;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
                throws IOException {
            if (e != null) {
                throw e;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
