package org.gridtorrent.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.result.DamagedFile;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultJson;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Json;

/** JSON form of a report: one object; results in it are as {@link ResultJson} writes them. */
final class ReportJson {
    /** Mark of such a file, with the version of its form. */
    private static final String FORM = "gridtorrent-bench report 1";
    /** A report of all experiments has some hundred kilobytes. */
    private static final long MAX_BYTES = 64 << 20;

    private ReportJson() {}

    static String encode(List<ReportSection> sections) throws IOException {
        ObjectNode report = Json.MAPPER.createObjectNode().put("form", FORM);
        ArrayNode experiments = report.putArray("experiments");
        for (ReportSection section : sections) {
            ObjectNode one = experiments.addObject().put("experiment", section.experiment());
            section.record().ifPresent(record -> one.set("record", Json.MAPPER.valueToTree(
                    record)));
            ArrayNode results = one.putArray("results");
            for (Result result : section.results()) {
                results.add(Json.MAPPER.readTree(ResultJson.encode(result)));
            }
        }
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n";
    }

    /** Reads a report; {@link CommandFailure} of bad input where the file is none. */
    static List<ReportSection> read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw notAReport(file, "it is a folder");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw notAReport(file, "it is too long");
        }
        try {
            JsonNode report = Json.MAPPER.readTree(Files.readString(file));
            if (!report.path("form").asText().equals(FORM)) {
                throw notAReport(file, "it does not say \"form\": \"" + FORM + "\"");
            }
            List<ReportSection> sections = new ArrayList<>();
            for (JsonNode one : report.path("experiments")) {
                sections.add(section(one));
            }
            if (sections.isEmpty()) {
                throw CommandFailure.badInput(file + " is a report of no experiment");
            }
            return sections;
        } catch (JsonProcessingException e) {
            throw notAReport(file, DamagedFile.why(e));
        } catch (MalformedInputException e) {
            throw notAReport(file, "it is not UTF-8");
        }
    }

    private static ReportSection section(JsonNode one) throws JsonProcessingException {
        List<Result> results = new ArrayList<>();
        for (JsonNode result : one.path("results")) {
            results.add(ResultJson.decode(result));
        }
        JsonNode record = one.get("record");
        return new ReportSection(one.path("experiment").asText(),
                record == null || record.isNull()
                        ? Optional.empty()
                        : Optional.of(Json.MAPPER.treeToValue(record, RunRecord.class)),
                results);
    }

    private static CommandFailure notAReport(Path file, String why) {
        return CommandFailure.badInput(file + " is no report of gridtorrent-bench: " + why);
    }
}
