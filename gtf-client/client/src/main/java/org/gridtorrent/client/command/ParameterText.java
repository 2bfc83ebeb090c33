package org.gridtorrent.client.command;

/** Help texts of parameters that several commands share. */
final class ParameterText {
    static final String DATASET = "Identifier of the data set, as shown by dataset list and on its page.";
    static final String TASK = "Identifier of the task, as shown by task list.";
    static final String SUBSCRIPTION = "Identifier of the subscription, as shown by subscribe list.";
    static final String GROUP = "Name of the group, or its identifier.";
    static final String USER = "User name, as shown on the pages.";
    static final String FOLDER = "A folder of this machine.";

    private ParameterText() {}
}
