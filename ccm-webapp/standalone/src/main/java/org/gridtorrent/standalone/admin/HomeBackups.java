package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.site.Backups;
import org.gridtorrent.standalone.home.OwnerOnly;
import org.gridtorrent.standalone.home.SiteHome;

/** Backups in the site's home, named by when they were made, readable for the site's user alone. */
public final class HomeBackups implements Backups {
    private static final String ENDING = ".backup";

    private final SiteHome home;
    private final Catalog catalog;

    public HomeBackups(SiteHome home, Catalog catalog) {
        this.home = home;
        this.catalog = catalog;
    }

    @Override
    public Path folder() {
        return home.folder().resolve("backups");
    }

    @Override
    public Backup make() throws IOException {
        OwnerOnly.createFolder(folder());
        String name = "site-" + Instant.now().truncatedTo(ChronoUnit.MILLIS).toString()
                .replace(":", "") + ENDING;
        return backup(new BackupFile(home).write(folder().resolve(name), catalog).file());
    }

    @Override
    public long written() {
        try {
            return files(".part").stream().mapToLong(part -> part.toFile().length()).sum();
        } catch (IOException e) {
            return 0; // it is finished, or not begun
        }
    }

    @Override
    public List<Backup> list() throws IOException {
        List<Backup> all = new ArrayList<>();
        for (Path file : Files.exists(folder()) ? files(ENDING) : List.<Path>of()) {
            all.add(backup(file));
        }
        return List.copyOf(all);
    }

    @Override
    public boolean delete(String name) throws IOException {
        for (Backup backup : list()) {
            if (backup.name().equals(name)) {
                return Files.deleteIfExists(folder().resolve(name));
            }
        }
        return false;
    }

    @Override
    public String restoring(Backup backup) {
        return "gridtorrent-server restore " + folder().resolve(backup.name()) + " --home "
                + home.folder();
    }

    /** The youngest first. */
    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted(Comparator.reverseOrder()).toList();
        }
    }

    private static Backup backup(Path file) throws IOException {
        return new Backup(String.valueOf(file.getFileName()), Files.size(file),
                Files.getLastModifiedTime(file).toInstant());
    }
}
