package org.gridtorrent.standalone.admin;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.standalone.home.OwnerOnly;
import org.gridtorrent.standalone.home.RestoreMark;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.standalone.home.Syncing;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Json;

/**
 * A whole site in one zip file: settings, keys, the database if it is the embedded one, and a
 * manifest with the SHA-256 of each.
 *
 * <p>A restore unpacks and checks everything beside its place first, and then only renames, under a
 * {@link RestoreMark}; what was there before is moved aside, not deleted.
 */
public final class BackupFile {
    private static final String MANIFEST = "manifest.json";
    private static final String DATABASE = "database.mv.db";
    private static final Pattern ENTRY = Pattern
            .compile("site\\.json|database\\.mv\\.db|keys/[A-Za-z0-9_.-]{1,60}");
    private static final List<String> PARTS = List.of("site.json", DATABASE, "keys");

    private final SiteHome home;

    public BackupFile(SiteHome home) {
        this.home = home;
    }

    /** A backup that was made; its length in bytes. */
    public record Written(Path file, long length) {}

    /** What a restore did; {@code before} is where the site that was there lies now. */
    public record Restored(String site, Instant written, boolean withDatabase,
            Optional<Path> before) {}

    record Manifest(String site, String written, Map<String, String> sha256) {}

    /** Writes the open site to a file that is not there yet. */
    public Written write(Path file, Catalog catalog) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        SiteSettings settings = SiteSettings.read(home);
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(beside);
        OwnerOnly.createFile(beside); // fails at once where nothing may be written
        try {
            writeTo(beside, settings, catalog);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            Syncing.folder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            return new Written(file, Files.size(file));
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private void writeTo(Path file, SiteSettings settings, Catalog catalog) throws IOException {
        Path work = Files.createTempDirectory(home.folder(), "backup-");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            Optional<Path> database = Optional.empty();
            if (settings.hasEmbeddedDatabase()) {
                database = Optional.of(work.resolve("database.zip"));
                OwnerOnly.createFile(database.get());
                catalog.backUp(database.get());
            }
            pack(zip, settings.site(), database);
        } finally {
            delete(work);
        }
        Syncing.file(file);
    }

    private void pack(ZipOutputStream zip, String site, Optional<Path> database)
            throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        hashes.put("site.json", add(zip, "site.json", Files.newInputStream(home.settings())));
        try (var keys = Files.list(home.keys())) {
            for (Path key : keys.filter(Files::isRegularFile).sorted().toList()) {
                String name = "keys/" + key.getFileName();
                hashes.put(name, add(zip, name, Files.newInputStream(key)));
            }
        }
        if (database.isPresent()) {
            hashes.put(DATABASE, addDatabase(zip, database.get()));
        }
        Manifest manifest = new Manifest(site,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), hashes);
        zip.putNextEntry(new ZipEntry(MANIFEST));
        zip.write(Json.MAPPER.writeValueAsBytes(manifest));
        zip.closeEntry();
    }

    private static String addDatabase(ZipOutputStream zip, Path database) throws IOException {
        try (ZipFile inner = new ZipFile(database.toFile())) {
            ZipEntry entry = inner.stream().filter(e -> e.getName().endsWith(".mv.db")).findFirst()
                    .orElseThrow(() -> new IOException("the database wrote no backup"));
            return add(zip, DATABASE, inner.getInputStream(entry));
        }
    }

    private static String add(ZipOutputStream zip, String name, InputStream content)
            throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        try (var in = new DigestInputStream(content, sha256())) {
            in.transferTo(zip);
            zip.closeEntry();
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        }
    }

    /** Puts the file's site in this home, which nobody has open. */
    public Restored restore(String file) throws IOException {
        Path work = Files.createTempDirectory(home.folder(), "restore-");
        try {
            Manifest manifest = unpack(file, work);
            boolean withDatabase = hasDatabase(manifest);
            requireFitting(new SiteHome(work), withDatabase, file);
            return new Restored(manifest.site(), Instant.parse(manifest.written()), withDatabase,
                    replace(work));
        } finally {
            delete(work);
        }
    }

    static boolean hasDatabase(Manifest manifest) {
        return manifest.sha256().containsKey(DATABASE);
    }

    /** Unpacks the file into an empty folder and checks every part of it. */
    static Manifest unpack(String file, Path folder) throws IOException {
        try (ZipFile zip = open(file)) {
            Manifest manifest = manifest(zip, file);
            for (var part : manifest.sha256().entrySet()) {
                unpack(zip, part.getKey(), part.getValue(), folder, file);
            }
            return manifest;
        }
    }

    private static ZipFile open(String file) throws IOException {
        try {
            return new ZipFile(file);
        } catch (ZipException e) {
            throw damaged(file, "it is no zip file");
        }
    }

    static CommandFailure damaged(String file, String why) {
        return CommandFailure.badInput(file + " is not a whole backup: " + why);
    }

    private static Manifest manifest(ZipFile zip, String file) throws IOException {
        ZipEntry entry = zip.getEntry(MANIFEST);
        if (entry == null) {
            throw damaged(file, "it has no " + MANIFEST);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            Manifest manifest = Json.MAPPER.readValue(in, Manifest.class);
            if (!manifest.sha256().containsKey("site.json")) {
                throw damaged(file, "the settings are missing");
            }
            return manifest;
        } catch (JacksonException e) {
            throw damaged(file, "its manifest cannot be read");
        }
    }

    private static void unpack(ZipFile zip, String name, String sha256, Path work, String file)
            throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null || !ENTRY.matcher(name).matches()) {
            throw damaged(file, "what its manifest calls '" + name + "' is missing or foreign");
        }
        Path target = work.resolve(name);
        OwnerOnly.createFolder(Objects.requireNonNull(target.getParent()));
        OwnerOnly.createFile(target);
        try (var in = new DigestInputStream(zip.getInputStream(entry), sha256());
                var out = Files.newOutputStream(target)) {
            in.transferTo(out);
            if (!HexFormat.of().formatHex(in.getMessageDigest().digest()).equals(sha256)) {
                throw damaged(file, name + " was changed");
            }
        }
        Syncing.file(target);
    }

    private void requireFitting(SiteHome unpacked, boolean withDatabase, String file)
            throws IOException {
        boolean embedded = SiteSettings.read(unpacked).hasEmbeddedDatabase();
        if (embedded != withDatabase) {
            throw damaged(file, "settings and database do not belong together");
        }
        if (home.isSite() && SiteSettings.read(home).hasEmbeddedDatabase() != embedded) {
            throw CommandFailure.failed("the site in " + file + " has "
                    + (embedded ? "an embedded database" : "its database on a server")
                    + " and the one in " + home.folder()
                    + " has not; restore it into an empty --home");
        }
    }

    private Optional<Path> replace(Path work) throws IOException {
        Path before = home.folder().resolve("before-restore-"
                + Instant.now().truncatedTo(ChronoUnit.MILLIS).toString().replace(":", ""));
        boolean moved = false;
        RestoreMark mark = new RestoreMark(home);
        mark.set();
        for (String part : PARTS) {
            if (Files.exists(home.folder().resolve(part))) {
                OwnerOnly.createFolder(before);
                Files.move(home.folder().resolve(part), before.resolve(part));
                moved = true;
            }
        }
        for (String part : PARTS) {
            if (Files.exists(work.resolve(part))) {
                Files.move(work.resolve(part), home.folder().resolve(part));
            }
        }
        for (Path changed : List.of(home.keys(), before)) {
            if (Files.exists(changed)) {
                Syncing.folder(changed);
            }
        }
        mark.clear();
        return moved ? Optional.of(before) : Optional.empty();
    }

    static void delete(Path folder) throws IOException {
        try (var walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks SHA-256", e);
        }
    }
}
