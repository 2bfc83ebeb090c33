package org.gridtorrent.client;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code paths}: where this program keeps its things. */
@Command(name = "paths", description = "Where configuration, state and downloads are.")
final class PathsCommand implements Callable<Integer> {
    private final Invocation invocation;

    PathsCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Home home = invocation.home();
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("config", home.configFiles().getFirst().toString());
        paths.put("state", home.state().toString());
        paths.put("identity", home.identity().toString());
        paths.put("contents", home.contents().toString());
        paths.put("openedFolders", home.openedFolders().toString());
        paths.put("drafts", home.drafts().toString());
        paths.put("cache", home.cache().toString());
        paths.put("socket", home.socket().toString());
        paths.put("downloads",
                invocation.configuration().optionalText(Setting.DOWNLOADS).map(Path::of)
                        .orElse(home.defaultDownloads()).toString());
        List<String> lines = paths.entrySet().stream()
                .map(e -> "%-14s %s".formatted(e.getKey(), e.getValue()))
                .toList();
        invocation.output().answer(paths, lines);
        return ExitStatus.DONE;
    }
}
