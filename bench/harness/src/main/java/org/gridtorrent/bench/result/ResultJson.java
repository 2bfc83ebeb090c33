package org.gridtorrent.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** JSON form of results: one object each. */
public final class ResultJson {
    static final ObjectMapper JSON = new ObjectMapper();

    private ResultJson() {}

    public static String encode(Result result) {
        ObjectNode node = JSON.createObjectNode()
                .put("experiment", result.experiment())
                .put("case", result.setting())
                .put("subject", result.subject());
        switch (result) {
            case Result.Measured measured -> node
                    .put("metric", measured.metric().name())
                    .put("value", rounded(measured.value()))
                    .put("unit", measured.metric().unit())
                    .put("spread", rounded(measured.spread()))
                    .put("peer", measured.peer())
                    .put("peerValue", rounded(measured.peerValue()))
                    .put("peerSpread", rounded(measured.peerSpread()))
                    .put("ratio", Double.isFinite(measured.ratio())
                            ? rounded(measured.ratio())
                            : null)
                    .put("better", measured.metric().better().name().toLowerCase(Locale.ROOT));
            case Result.Skipped skipped -> node
                    .put("peer", skipped.peer())
                    .put("skipped", skipped.reason());
        }
        return node.toString();
    }

    /** Five digits are more than any measurement here is exact to. */
    private static double rounded(double value) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.5g", value));
    }

    /** Decodes one object; the error names what is missing or of another type. */
    public static Result decode(JsonNode node) throws JsonProcessingException {
        String experiment = text(node, "experiment");
        String setting = text(node, "case");
        String subject = text(node, "subject");
        String peer = text(node, "peer");
        if (node.hasNonNull("skipped")) {
            return new Result.Skipped(experiment, setting, subject, peer, text(node, "skipped"));
        }
        Result.Metric metric = new Result.Metric(text(node, "metric"), text(node, "unit"),
                text(node, "better").equals("lower") ? Result.Better.LOWER : Result.Better.HIGHER);
        return new Result.Measured(experiment, setting, subject, metric, number(node, "value"),
                number(node, "spread"), peer, number(node, "peerValue"),
                node.has("peerSpread") ? number(node, "peerSpread") : 0);
    }

    private static String text(JsonNode node, String field) throws JsonProcessingException {
        if (!node.path(field).isTextual()) {
            throw without(node, field);
        }
        return node.get(field).textValue();
    }

    private static double number(JsonNode node, String field) throws JsonProcessingException {
        if (!node.path(field).isNumber()) {
            throw without(node, field);
        }
        return node.get(field).doubleValue();
    }

    private static JsonProcessingException without(JsonNode node, String field) {
        return new JsonMappingException(null, "a result without " + field + ": " + node);
    }
}
