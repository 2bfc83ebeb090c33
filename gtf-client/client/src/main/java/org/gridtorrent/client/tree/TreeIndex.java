package org.gridtorrent.client.tree;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.metainfo.InfoHash;

/** Folders of the tree at one moment, down to those of the data sets. Immutable. */
final class TreeIndex {
    private static final String VERSIONS = ".versions";

    private final Branch root;
    private final Set<String> paths = new HashSet<>();

    /** Begins to read a file of a data set. */
    interface Opener {
        OpenFile open(Dataset dataset, int file) throws UnreadableException;
    }

    private final FileLists lists;
    private final Opener opener;

    /** All versions of a data set that the user may read, the latest last. */
    private record Family(List<Dataset> versions) {
        Dataset latest() {
            return versions.getLast();
        }
    }

    TreeIndex(Collection<Dataset> datasets, FileLists lists, Opener opener) {
        this.lists = lists;
        this.opener = opener;
        Map<String, List<Dataset>> families = new HashMap<>();
        datasets.stream().sorted(Comparator.comparingInt(Dataset::version)
                .thenComparing(Dataset::published).thenComparing(Dataset::id))
                .forEach(dataset -> families
                        .computeIfAbsent(dataset.versions(), _ -> new ArrayList<>())
                        .add(dataset));
        root = new Branch("");
        Branch byGroup = root.branch("by-group", "");
        Branch byOwner = root.branch("by-owner", "");
        Branch byId = root.branch("id", "");
        for (List<Dataset> versions : families.values()) {
            Family family = new Family(List.copyOf(versions));
            Dataset latest = family.latest();
            String name = SafeName.of(latest.title(), "~" + latest.id());
            putBelow(byOwner, SafeName.of(latest.ownerName()), name, family);
            new TreeSet<>(latest.groups().stream().map(SafeName::of).toList())
                    .forEach(group -> putBelow(byGroup, group, name, family));
            for (Dataset version : versions) {
                put(byId, byId.name, new DatasetFolder(version.id(), version,
                        version.equals(latest) ? family : new Family(List.of(version))));
            }
        }
        root.finish();
    }

    private void putBelow(Branch above, String branch, String name, Family family) {
        Branch folder = above.branch(branch, above.name);
        put(folder, above.name + "/" + branch, new DatasetFolder(name, family.latest(), family));
    }

    private void put(Branch folder, String pathOfFolder, DatasetFolder dataset) {
        folder.entries.put(dataset.name, dataset);
        String path = pathOfFolder + "/" + dataset.name;
        paths.add(path);
        if (dataset.family.versions.size() > 1) {
            dataset.family.versions.forEach(
                    version -> paths.add(path + "/" + VERSIONS + "/" + version.version()));
        }
    }

    /** Of all folders whose entries are not the data sets' own. */
    Set<String> paths() {
        return Set.copyOf(paths);
    }

    Optional<TreeNode> find(String path) throws IOException {
        TreeNode node = root;
        if (path.isEmpty()) {
            return Optional.of(node);
        }
        for (String name : path.split("/", -1)) {
            Optional<TreeNode> child = node instanceof TreeFolder folder
                    ? folder.child(name)
                    : Optional.empty();
            if (child.isEmpty()) {
                return child;
            }
            node = child.get();
        }
        return Optional.of(node);
    }

    /** Folder above those of data sets. */
    private final class Branch implements TreeFolder {
        private final String name;
        private final SortedMap<String, TreeNode> entries = new TreeMap<>();
        private Instant modified = Instant.EPOCH;

        Branch(String name) {
            this.name = name;
        }

        /** The one below it, made when missing. */
        Branch branch(String below, String path) {
            paths.add(path.isEmpty() ? below : path + "/" + below);
            return (Branch) entries.computeIfAbsent(below, Branch::new);
        }

        void finish() {
            for (TreeNode entry : entries.values()) {
                if (entry instanceof Branch branch) {
                    branch.finish();
                }
                modified = entry.modified().isAfter(modified) ? entry.modified() : modified;
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Instant modified() {
            return modified;
        }

        @Override
        public List<TreeNode> children() {
            return List.copyOf(entries.values());
        }

        @Override
        public Optional<TreeNode> child(String wanted) {
            return Optional.ofNullable(entries.get(wanted));
        }
    }

    /** A data set's own folder, whose list of files is read when it is asked for. */
    private final class DatasetFolder implements TreeFolder {
        private final String name;
        private final Dataset dataset;
        private final Family family;

        DatasetFolder(String name, Dataset dataset, Family family) {
            this.name = name;
            this.dataset = dataset;
            this.family = family;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Instant modified() {
            return dataset.published();
        }

        private InnerFolder inner() throws IOException {
            InfoHash infoHash = FollowedDatasets.infoHash(dataset);
            return new InnerFolder(name, dataset, lists.of(infoHash).root());
        }

        /** A data set's own entry of this name is what is shown. */
        private Optional<TreeNode> versions(InnerFolder own) {
            if (family.versions.size() < 2 || own.folder.find(VERSIONS).isPresent()) {
                return Optional.empty();
            }
            Branch versions = new Branch(VERSIONS);
            for (Dataset version : family.versions) {
                String number = Integer.toString(version.version());
                versions.entries.put(number,
                        new DatasetFolder(number, version, new Family(List.of(version))));
            }
            versions.finish();
            return Optional.of(versions);
        }

        @Override
        public List<TreeNode> children() throws IOException {
            InnerFolder own = inner();
            List<TreeNode> children = new ArrayList<>();
            versions(own).ifPresent(children::add);
            children.addAll(own.children());
            return List.copyOf(children);
        }

        @Override
        public Optional<TreeNode> child(String wanted) throws IOException {
            InnerFolder own = inner();
            return wanted.equals(VERSIONS) && versions(own).isPresent()
                    ? versions(own)
                    : own.child(wanted);
        }
    }

    /** Folder of a data set's list of files. */
    private final class InnerFolder implements TreeFolder {
        private final String name;
        private final Dataset dataset;
        private final FileList.Folder folder;

        InnerFolder(String name, Dataset dataset, FileList.Folder folder) {
            this.name = name;
            this.dataset = dataset;
            this.folder = folder;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Instant modified() {
            return dataset.published();
        }

        @Override
        public List<TreeNode> children() {
            return folder.entries().entrySet().stream()
                    .map(entry -> node(entry.getKey(), entry.getValue())).toList();
        }

        @Override
        public Optional<TreeNode> child(String wanted) {
            return folder.find(wanted).map(entry -> node(wanted, entry));
        }

        private TreeNode node(String child, FileList.Entry entry) {
            return switch (entry) {
                case FileList.Folder below -> new InnerFolder(child, dataset, below);
                case FileList.File file -> new ListedFile(child, dataset, file);
            };
        }
    }

    /** File of a data set's list. */
    private final class ListedFile implements DatasetFile {
        private final String name;
        private final Dataset dataset;
        private final FileList.File file;

        ListedFile(String name, Dataset dataset, FileList.File file) {
            this.name = name;
            this.dataset = dataset;
            this.file = file;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Instant modified() {
            return dataset.published();
        }

        @Override
        public String datasetId() {
            return dataset.id();
        }

        @Override
        public InfoHash infoHash() {
            return FollowedDatasets.infoHash(dataset);
        }

        @Override
        public String path() {
            return file.path();
        }

        @Override
        public long size() {
            return file.length();
        }

        @Override
        public OpenFile open() throws UnreadableException {
            return opener.open(dataset, file.index());
        }
    }
}
