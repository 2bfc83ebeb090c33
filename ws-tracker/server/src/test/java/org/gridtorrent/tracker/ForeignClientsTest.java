package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.Pem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SOAP clients that others wrote, led by the WSDL alone: they enrol, publish, announce, and meet faults. */
@SuppressWarnings("NullAway.Init") // set before each test
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForeignClientsTest {
    @TempDir
    private Path folder;
    private TrackerSite site;

    @BeforeEach
    void start() throws Exception {
        site = new TrackerSite(Files.createDirectory(folder.resolve("site")));
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void zeepOfPython() throws Exception {
        String python = "/usr/bin/python3";
        assumeTrue(runs(python, "-c", "import zeep"), "python3-zeep is not installed");
        publishes(List.of(python, script("client.py")));
    }

    @Test
    void soapClientOfPhp() throws Exception {
        assumeTrue(runs("php", "-r", "exit(class_exists('SoapClient') ? 0 : 1);"),
                "php-cli and php-soap are not installed");
        publishes(List.of("php", script("client.php")));
    }

    private void publishes(List<String> client) throws Exception {
        Account account = site.account("publisher");
        var key = DeviceKeys.generate();
        Files.writeString(folder.resolve("ca.pem"), Pem.encode(site.keys.caCertificate()));
        Files.writeString(folder.resolve("key.pem"), pem(key.getPrivate().getEncoded()));
        Files.write(folder.resolve("request.der"), DeviceKeys.certificateRequest(key));
        Files.write(folder.resolve("metainfo"), TrackerSite.metainfo("ice"));

        List<String> joined = run(client, "enrol", site.code(account));
        String device = site.catalog.machines().devices().of(account.id()).getFirst().id();
        assertThat(joined).containsExactly("fault NOT_ENROLLED", "fault CODE_REFUSED",
                "device " + device);

        site.catalog.datasets().publishing()
                .publish(new Draft(account.id(), "Ice cores", "", Grants.EVERYONE,
                        device, "/data/ice"));
        List<String> worked = run(client, "work");
        String hash = site.catalog.datasets().contents().ownedBy(account.id(), 0, 100).items()
                .getFirst()
                .infoHash()
                .orElseThrow();
        assertThat(worked).containsExactly("level 10", "task PUBLISH /data/ice Ice cores",
                "registered " + hash, "state DONE", "seeds 1 leeches 0 peers 0", "listed 0",
                "scraped 1", "ticket True", "everyone True", "content Ice cores True",
                "renewed 2", "fault NOT_FOUND", "fault INVALID", "fault FENCED");
    }

    private static String pem(byte[] key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + java.util.Base64.getMimeEncoder().encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n";
    }

    private List<String> run(List<String> client, String part, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(client);
        command.addAll(List.of(part, site.url("/tracker/1").toString(), folder.toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile()).start();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertThat(process.waitFor()).as(lines + "\n"
                + Files.readString(folder.resolve("errors"))).isZero();
        return lines;
    }

    private String script(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = getClass().getResourceAsStream("/foreign/" + name)) {
            Files.write(file, in == null ? new byte[0] : in.readAllBytes());
        }
        return file.toString();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
