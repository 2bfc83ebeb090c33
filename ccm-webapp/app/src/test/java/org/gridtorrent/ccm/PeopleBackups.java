package org.gridtorrent.ccm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.ccm.site.Backups;

/** Backups of a test's site, whose database is in memory and has no file: the names of its people. */
public final class PeopleBackups implements Backups {
    private final Path folder;
    private final Catalog catalog;
    private volatile boolean failing;

    PeopleBackups(Path folder, Catalog catalog) {
        this.folder = folder;
        this.catalog = catalog;
    }

    /** From now on, as where the folder is gone. */
    void fail() {
        failing = true;
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Backup make() throws IOException {
        if (failing) {
            throw new NotDirectoryException(folder + " is no folder");
        }
        Files.createDirectories(folder);
        Path file = folder.resolve("site-" + (list().size() + 1) + ".backup");
        Files.write(file,
                catalog.identity().accounts().list().stream().map(Account::name).toList());
        return backup(file);
    }

    @Override
    public long written() {
        return 0;
    }

    @Override
    public List<Backup> list() throws IOException {
        List<Backup> all = new ArrayList<>();
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList().reversed()) {
                    all.add(backup(file));
                }
            }
        }
        return all;
    }

    @Override
    public boolean delete(String name) throws IOException {
        return list().stream().anyMatch(each -> each.name().equals(name))
                && Files.deleteIfExists(folder.resolve(name));
    }

    @Override
    public String restoring(Backup backup) {
        return "gridtorrent-server restore " + folder.resolve(backup.name());
    }

    private static Backup backup(Path file) throws IOException {
        return new Backup(String.valueOf(file.getFileName()), Files.size(file),
                Files.getLastModifiedTime(file).toInstant());
    }
}
