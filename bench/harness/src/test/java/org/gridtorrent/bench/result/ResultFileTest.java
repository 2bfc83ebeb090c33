package org.gridtorrent.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    private static final Result MEASURED = new Result.Measured("ptcp-loopback", "4 streams",
            "PTCP", Result.Metric.CPU, 1.5, 0.25, "SocketChannel", 1.2, 0.125);
    private static final Result SKIPPED = new Result.Skipped("ptcp-loopback", "4 streams", "PTCP",
            "iperf3", "iperf3 is not installed");

    @Test
    void encode_hasTheFieldsThatAreFixed() {
        assertThat(ResultJson.encode(MEASURED)).isEqualTo("{\"experiment\":\"ptcp-loopback\","
                + "\"case\":\"4 streams\",\"subject\":\"PTCP\",\"metric\":\"cpu\",\"value\":1.5,"
                + "\"unit\":\"s/GiB\",\"spread\":0.25,\"peer\":\"SocketChannel\",\"peerValue\":1.2,"
                + "\"peerSpread\":0.125,\"ratio\":1.25,\"better\":\"lower\"}");
        assertThat(ResultJson.encode(SKIPPED)).contains("\"skipped\":\"iperf3 is not installed\"");
    }

    @Test
    void keep_thenLoad_givesTheSame(@TempDir Path dir) throws IOException {
        ResultFile file = new ResultFile(dir.resolve("out"), "ptcp-loopback");
        file.add(MEASURED);
        file.add(SKIPPED);
        assertThat(ResultFile.load(dir.resolve("out"))).containsExactly(MEASURED, SKIPPED);
    }

    @Test
    void aLineOfAnEarlierProgram_hasNoSpreadOfThePeer() throws IOException {
        ObjectNode line = (ObjectNode) new ObjectMapper().readTree(ResultJson.encode(MEASURED));
        line.remove("peerSpread");
        assertThat(ResultJson.decode(line)).isInstanceOfSatisfying(Result.Measured.class,
                measured -> assertThat(measured.largerSpread()).isEqualTo(0.25));
    }

    @Test
    void load_ofADamagedFile_namesIt(@TempDir Path dir) throws IOException {
        assertThatThrownBy(() -> ResultFile.load(dir.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        for (String damaged : List.of("{", "{}", "[]", "{\"experiment\":1}")) {
            Files.writeString(dir.resolve("x.jsonl"),
                    ResultJson.encode(MEASURED) + "\n" + damaged);
            assertThatThrownBy(() -> ResultFile.load(dir)).isInstanceOf(CommandFailure.class)
                    .hasMessageStartingWith("line 2 of " + dir.resolve("x.jsonl") + " is damaged: ")
                    .hasMessageNotContaining("REDACTED");
        }
        Files.write(dir.resolve("x.jsonl"), new byte[]{(byte) 0xff, '\n'});
        assertThatThrownBy(() -> ResultFile.load(dir)).isInstanceOf(CommandFailure.class)
                .hasMessageContaining("it is not UTF-8");
    }

    @Test
    void theTable_showsBothKinds() {
        List<Result> results = List.of(MEASURED, SKIPPED);
        assertThat(ResultTable.of(results)).contains("1.25 (lower is better)", "not installed");
    }
}
