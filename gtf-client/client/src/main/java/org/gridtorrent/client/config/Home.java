package org.gridtorrent.client.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gridtorrent.terminal.UserFolder;

/**
 * Where this program keeps its things: all in one folder, or spread as the XDG base directory
 * specification says.
 */
public record Home(Path state, List<Path> configFiles, Path defaultDownloads) {
    private static final String NAME = "gridtorrent";
    private static final String CONFIG = "config.toml";

    /** All in one folder, so that several can run on one machine. */
    public static Home in(Path folder) {
        Path home = folder.toAbsolutePath().normalize();
        return new Home(home, List.of(home.resolve(CONFIG)), home.resolve("downloads"));
    }

    /** {@code GRIDTORRENT_HOME}, otherwise the user's own folders. */
    public static Home of(Map<String, String> environment) {
        String folder = environment.getOrDefault("GRIDTORRENT_HOME", "");
        return folder.isBlank() ? spread(environment) : in(Path.of(folder));
    }

    private static Home spread(Map<String, String> environment) {
        Path user = UserFolder.of(environment);
        Function<String, Path> folder = name -> Path.of(environment.getOrDefault(name, ""));
        Path state = absoluteOr(folder.apply("XDG_STATE_HOME"), user.resolve(".local/state"));
        Path config = absoluteOr(folder.apply("XDG_CONFIG_HOME"), user.resolve(".config"));
        return new Home(state.resolve(NAME),
                List.of(config.resolve(NAME).resolve(CONFIG), Path.of("/etc", NAME, CONFIG)),
                user.resolve("GridTorrent"));
    }

    /** The specification says that relative paths in its variables are to be ignored. */
    private static Path absoluteOr(Path path, Path otherwise) {
        return path.isAbsolute() ? path : otherwise;
    }

    /** The user's tokens for web servers. */
    public Path webTokens() {
        return configFiles.getFirst().resolveSibling("web-tokens");
    }

    /** The device's key, certificate and token: readable by the owner alone. */
    public Path identity() {
        return state.resolve("identity");
    }

    /** Certificate authorities of web servers, in PEM form, that enrolling was told of. */
    public Path webAuthorities() {
        return identity().resolve("web-authorities.pem");
    }

    /** One folder per content: metainfo, where its data lies, journal. */
    public Path contents() {
        return state.resolve("contents");
    }

    public Path tasks() {
        return state.resolve("tasks");
    }

    /** Folders that the owner opened for publishing, one a line. */
    public Path openedFolders() {
        return state.resolve("folders");
    }

    /** The data sets that the user may read, and their lists of files. */
    public Path tree() {
        return state.resolve("tree");
    }

    /** Pieces of contents that are read and not kept. */
    public Path cache() {
        return state.resolve("cache");
    }

    public Path socket() {
        return state.resolve("daemon.sock");
    }

    /** Socket at which mounts ask for the tree of data sets. */
    public Path exportSocket() {
        return state.resolve("export.sock");
    }

    /** Folder of the mounts: a note for each, its socket and its log. */
    public Path mounts() {
        return state.resolve("mounts");
    }

    /** What was written in a mount and is not published yet. */
    public Path drafts() {
        return state.resolve("drafts");
    }

    /** Files that come from the browser into drafts and are not complete. */
    public Path uploads() {
        return state.resolve("uploads");
    }

    /** Drafts that were published, each in a folder of its own: they are shared from there. */
    public Path publishedDrafts() {
        return state.resolve("published");
    }

    public Path lock() {
        return state.resolve("daemon.lock");
    }

    /** The port chosen at the first start. */
    public Path port() {
        return state.resolve("port");
    }
}
