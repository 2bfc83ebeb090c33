package org.gridtorrent.client.command;

/** Help texts of parameters that several commands share. */
public final class ParameterText {
    public static final String DATASET = "Identifier of the data set, as shown by dataset list and on its page.";
    public static final String TASK = "Identifier of the task, as shown by task list.";
    public static final String SUBSCRIPTION = "Identifier of the subscription, as shown by subscribe list.";
    public static final String GROUP = "Name of the group, or its identifier.";
    public static final String USER = "User name, as shown on the pages.";
    public static final String FOLDER = "A folder of this machine.";

    private ParameterText() {}
}
