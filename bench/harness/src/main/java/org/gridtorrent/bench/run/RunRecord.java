package org.gridtorrent.bench.run;

import java.util.List;
import org.gridtorrent.bench.experiment.ToolUse;
import org.jspecify.annotations.Nullable;

/**
 * Record of a run: how the results of an experiment came about.
 *
 * @param question that the experiment asks
 * @param scale in lower case
 * @param begun ISO 8601, UTC
 * @param failure why it did not come to its end, if so
 * @param version of this program
 * @param stolenShare of all processors' time that a hypervisor gave to others meanwhile
 * @param cpuSeconds of this process and of all that it started and that have ended
 * @param programs that took part, those with the most CPU time first
 * @param lines its emulated lines, and what crossed them
 * @param disturbed measurements that count although others took much of the processors, and which programs of this
 *     machine did in all
 * @param triedAgain of a later run that found nothing, when it was and why, if there was one
 */
public record RunRecord(String experiment, String question, String scale, String begun,
        double seconds, State state, @Nullable String failure, String version, MachineInfo machine,
        double stolenShare, double cpuSeconds, List<Program> programs, List<ToolUse> tools,
        List<String> lines, List<String> disturbed, @Nullable String triedAgain) {

    /** The same results; a run after them found nothing. */
    public RunRecord triedAgain(String whenAndWhy) {
        return new RunRecord(experiment, question, scale, begun, seconds, state, failure, version,
                machine, stolenShare, cpuSeconds, programs, tools, lines, disturbed, whenAndWhy);
    }

    /** State of a run; one that was interrupted or killed stays under way. */
    public enum State {
        UNDER_WAY,
        DONE,
        FAILED
    }

    /**
     * All processes of one program.
     *
     * @param cpuSeconds of all, except what each took after its last sample
     * @param mostResidentMebibytes of the largest, mapped files included
     */
    public record Program(String name, int processes, double cpuSeconds,
            double mostResidentMebibytes) {}
}
