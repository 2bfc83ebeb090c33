package org.gridtorrent.metainfo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files below a path that are to be published, sorted, and the empty folders, which BitTorrent
 * does not carry. A link to a regular file inside the same tree counts as that file; everything
 * else that is no file or folder is refused with its path, so that nothing is silently left out.
 */
record SourceTree(Path root, boolean isSingleFile, List<SourceFile> files,
        List<Path> emptyFolders) {

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
                "%s cannot be published: %s".formatted(Printable.of(path.toString()), why));
    }

    /**
     * One walk. Carries a refusal out of the visitor, whose methods may throw nothing but I/O
     * errors.
     */
    private static final class Walk implements FileVisitor<Path> {
        private final Path root;
        private final Path realRoot;
        private final String name;
        private final List<SourceFile> files = new ArrayList<>();
        private final Set<Path> folders = new HashSet<>();
        private final Set<Path> filled = new HashSet<>();
        private @Nullable MetainfoException refusal;

        Walk(Path root, String name) throws IOException {
            this.root = root;
            this.realRoot = root.toRealPath();
            this.name = name;
        }

        SourceTree run() throws IOException, MetainfoException {
            // A root that is itself a link is followed: somebody named it. Links below are not.
            Files.walkFileTree(realRoot, this);
            if (refusal != null) {
                throw refusal;
            }
            files.sort(Comparator.comparing(SourceFile::path));
            folders.removeAll(filled);
            return new SourceTree(root, false, List.copyOf(files),
                    folders.stream().sorted().toList());
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            folders.add(folder);
            fill(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            fill(file);
            try {
                files.add(SourceFile.of(file, safePath(file), publishable(file, attributes)));
                return FileVisitResult.CONTINUE;
            } catch (MetainfoException e) {
                refusal = e;
                return FileVisitResult.TERMINATE;
            }
        }

        private void fill(Path child) {
            Path parent = child.getParent();
            if (parent != null) {
                filled.add(parent);
            }
        }

        private SafePath safePath(Path file) throws MetainfoException {
            var elements = new ArrayList<String>();
            elements.add(name);
            realRoot.relativize(file).forEach(element -> elements.add(element.toString()));
            try {
                return SafePath.of(elements);
            } catch (MetainfoException e) {
                throw new MetainfoException("%s cannot be published: %s"
                        .formatted(Printable.of(file.toString()), e.getMessage()), e);
            }
        }

        private BasicFileAttributes publishable(Path file, BasicFileAttributes attributes)
                throws IOException, MetainfoException {
            if (attributes.isRegularFile()) {
                return attributes;
            }
            if (!attributes.isSymbolicLink()) {
                throw refused(file, "it is a special file (a socket, pipe or device)");
            }
            return target(file);
        }

        private BasicFileAttributes target(Path link) throws IOException, MetainfoException {
            Path target;
            try {
                target = link.toRealPath();
            } catch (IOException e) {
                throw refused(link, "it is a link that leads nowhere");
            }
            if (!target.startsWith(realRoot)) {
                throw refused(link, "it is a link that leads out of the folder");
            }
            var attributes = Files.readAttributes(target, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw refused(link, "it is a link to something that is no file");
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
