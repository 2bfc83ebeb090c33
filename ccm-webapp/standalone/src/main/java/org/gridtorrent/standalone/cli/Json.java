package org.gridtorrent.standalone.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How this program writes and reads JSON: records by their components, unknown fields passed over. */
public final class Json {
    /** Loaded with the first JSON that is written, so that other commands start faster. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private Json() {}
}
