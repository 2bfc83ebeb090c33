package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code dataset publish}: the page's form, for a file or folder of this machine. */
@Command(name = "publish", description = "Publish a file or folder of this machine in place.")
final class DatasetPublish implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "PATH", description = "The file or folder. The pages can publish its next version until you run: "
            + "gridtorrent folder close PATH")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path path;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private PublishOptions options;

    DatasetPublish(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.check();
        new Device(invocation).enrolment();
        PublishOptions.requirePublishable(invocation, path);
        return options.await(invocation, options.start(invocation, path));
    }
}
